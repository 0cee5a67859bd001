import { writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@granary/control-plane/kit/base/image-files.ts'
import { DEMO_IMAGE, IMAGE_CATALOG } from '@granary/domain/image-catalog.ts'
import { DEMO_IMAGE_URL } from '@granary/domain/image-urls.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary.ts'
import { reachable } from '../outgoing/reachable.ts'
import { withDemo, withDemoImage } from './demo-image.ts'
import { imageFiles } from './image-files.ts'

const CONTENT = Buffer.alloc(4096, 'demo')

/** Fetches that make the image in this way. */
function open(make?: () => Promise<string>) {
  const folder = join(temporaryFolder(), 'fetches')
  let times = 0
  const made = async () => {
    times += 1
    const path = join(folder, '../made.raw')
    writeFileSync(path, CONTENT)
    return path
  }
  const files = withDemoImage(imageFiles(folder, reachable([])), folder, make ?? made)
  const progress: number[] = []
  const download = (differences: Partial<Download> = {}) =>
    files.download({
      id: 'one',
      url: DEMO_IMAGE_URL,
      from: { done: 0, total: null, etag: null },
      max: 10_000,
      tooLarge: 'The file is too large.',
      signal: new AbortController().signal,
      onProgress: async ({ done }) => void progress.push(done),
      requireSpace: async () => {},
      ...differences,
    })
  return { folder, files, download, progress, times: () => times }
}

test('makes the demo image in place of a download', async () => {
  const { files, download, progress } = open()
  await download()
  expect(progress).toEqual([0, CONTENT.length])
  const contents = await files.open('one', 512)
  expect(Buffer.from(await contents.read(0, contents.size))).toEqual(CONTENT)
  await contents.close()
})

test('makes it once for fetches at the same time', async () => {
  const { folder, download, times } = open()
  await Promise.all([download(), download({ id: 'two' })])
  expect(times()).toBe(1)
  expect((await readdir(folder)).toSorted()).toEqual(['one', 'two'])
})

test('refuses with the reason when it can not be made, and when it is too large; another try goes on', async () => {
  const { download } = open(() => Promise.reject(new Error('There is no apt.')))
  await expect(download()).rejects.toThrow('The demo image could not be made. There is no apt.')
  await expect(open().download({ max: 100 })).rejects.toThrow('The file is too large.')
})

test('ends when the fetch is cancelled or space is short, and leaves no file', async () => {
  const { folder, download } = open()
  const cancelled = () => Promise.reject(new Error('cancelled'))
  await expect(download({ onProgress: cancelled })).rejects.toThrow('cancelled')
  await expect(download({ requireSpace: cancelled })).rejects.toThrow('cancelled')
  await expect(download({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped')
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})

test('other addresses are still downloaded', async () => {
  const { download } = open()
  await expect(download({ url: 'http://127.0.0.1:1/x.img' })).rejects.toThrow('The server cannot reach')
})

test('is proposed first where it can be made', () => {
  expect(withDemo(IMAGE_CATALOG, true)).toEqual([DEMO_IMAGE, ...IMAGE_CATALOG])
  expect(withDemo(IMAGE_CATALOG, false)).toBe(IMAGE_CATALOG)
})
