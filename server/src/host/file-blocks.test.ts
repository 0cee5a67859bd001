import { CHUNK_SIZE } from '@granary/compute/store.ts'
import { readdirSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/temporary.ts'
import { fileBlocks } from './file-blocks.ts'

const chunk = (value: number) => new Uint8Array(CHUNK_SIZE).fill(value)

test('keeps written chunks for the next process, and has no others', async () => {
  const folder = temporaryFolder()
  const blocks = fileBlocks(folder)
  await blocks.write('a', 3, chunk(3))
  await blocks.write('a', 0, chunk(9))
  await blocks.write('a', 0, chunk(0))
  await blocks.write('b', 3, chunk(4))
  await blocks.close()
  const again = fileBlocks(folder)
  expect(await again.read('a', 3)).toEqual(chunk(3))
  // A chunk of zeros counts as written: the chunk below it doesn't show through.
  expect(await again.read('a', 0)).toEqual(chunk(0))
  expect(await again.read('a', 1)).toBeUndefined()
  expect(await again.read('a', 99)).toBeUndefined()
  expect(await again.read('b', 3)).toEqual(chunk(4))
  await again.close()
})

test('writes consecutive chunks at once', async () => {
  const folder = temporaryFolder()
  const blocks = fileBlocks(folder)
  await blocks.write('a', 2, chunk(1))
  const bytes = new Uint8Array(3 * CHUNK_SIZE)
  for (const at of [0, 1, 2]) bytes.fill(at + 5, at * CHUNK_SIZE, (at + 1) * CHUNK_SIZE)
  await blocks.write('a', 1, bytes)
  await blocks.close()
  const again = fileBlocks(folder)
  const read = await Promise.all([0, 1, 2, 3, 4].map((at) => again.read('a', at)))
  expect(read.map((found) => found && [found[0], found.at(-1)])).toEqual([
    undefined,
    [5, 5],
    [6, 6],
    [7, 7],
    undefined,
  ])
  await again.close()
})

test('leaves nothing of a deleted volume, which can be created again', async () => {
  const folder = temporaryFolder()
  const blocks = fileBlocks(folder)
  await blocks.write('a', 0, chunk(1))
  await blocks.deleteVolume('a')
  expect(readdirSync(folder)).toEqual([])
  expect(await blocks.read('a', 0)).toBeUndefined()
  await blocks.close()
})

/** The prototype of every open file. */
async function fileMethods(folder: string): Promise<FileHandle> {
  await using file = await open(folder, 'r')
  return Object.getPrototypeOf(file) as FileHandle
}

test('syncs the bytes, then the map, then the folder', async () => {
  const folder = temporaryFolder()
  const blocks = fileBlocks(folder)
  await blocks.write('a', 0, chunk(1))
  const methods = await fileMethods(folder)
  const steps: string[] = []
  for (const name of ['datasync', 'sync'] as const)
    vi.spyOn(methods, name).mockImplementation(async function (this: FileHandle) {
      const { ino } = await this.stat()
      const paths = [folder, ...readdirSync(folder).map((file) => join(folder, file))]
      steps.push(`${name} ${basename(paths.find((path) => statSync(path).ino === ino)!)}`)
    })
  onTestFinished(() => void vi.restoreAllMocks())
  await blocks.sync('a')
  expect(steps).toEqual(['datasync a.data', 'datasync a.map', `sync ${basename(folder)}`])
  await blocks.close()
})

test('refuses a write to a full file system and counts the chunk as not written', async () => {
  const folder = temporaryFolder()
  const blocks = fileBlocks(folder)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  vi.spyOn(await fileMethods(folder), 'write').mockRejectedValueOnce(full)
  onTestFinished(() => void vi.restoreAllMocks())
  await expect(blocks.write('a', 0, chunk(1))).rejects.toMatchObject({
    kind: 'insufficient_capacity',
    message: 'the data folder is full: ENOSPC: no space left on device, write',
  })
  expect(await blocks.read('a', 0)).toBeUndefined()
  await blocks.write('a', 0, chunk(1))
  expect(await blocks.read('a', 0)).toEqual(chunk(1))
  await blocks.close()
})

test('uses more volumes at the same time than it may hold open', async () => {
  const blocks = fileBlocks(temporaryFolder())
  const names = Array.from({ length: 150 }, (_, at) => `volume-${at}`)
  await Promise.all(names.map((name, at) => blocks.write(name, at % 5, chunk(at))))
  const read = await Promise.all(names.map((name, at) => blocks.read(name, at % 5)))
  expect(read.map((bytes) => bytes?.[7])).toEqual(names.map((_, at) => at))
  await blocks.close()
})

test('writes chunks of one volume at the same time', async () => {
  const folder = temporaryFolder()
  const blocks = fileBlocks(folder)
  await Promise.all(Array.from({ length: 40 }, (_, at) => blocks.write('a', 39 - at, chunk(40 - at))))
  await blocks.close()
  const again = fileBlocks(folder)
  for (let at = 0; at < 40; at++) expect((await again.read('a', at))?.[0]).toBe(at + 1)
  await again.close()
})
