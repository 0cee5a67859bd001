import { expect, test } from 'vitest'
import { fileProblem, inspected, inspectFile } from './chosen-file.ts'

/** jsdom can't read its own files. */
const fileOf = (name: string, read: () => Promise<ArrayBuffer>) =>
  ({ name, size: 1024, slice: () => ({ arrayBuffer: read }) }) as unknown as File

test('inspects a file once and keeps the result', async () => {
  const file = fileOf('debian.raw', async () => new Uint8Array(1024).buffer)
  expect(inspected(file)).toBeUndefined()
  expect(fileProblem(file, 512)).toBeNull()
  const found = await inspectFile(file)
  expect(found.format).toBe('raw')
  expect(await inspectFile(file)).toBe(found)
  expect(inspected(file)).toBe(found)
  expect(fileProblem(file, 4096)).toContain('multiple of the block size')
})

test('detects a file that changed after it was chosen', async () => {
  let isChanged = false
  const file = fileOf('debian.raw', async () => {
    if (isChanged) throw new DOMException('', 'NotReadableError')
    return new Uint8Array(1024).buffer
  })
  await inspectFile(file)
  isChanged = true
  await inspectFile(file)
  expect(fileProblem(file, 512)).toBeNull()
  await inspectFile(file, { anew: true })
  expect(fileProblem(file, 512)).toContain('can no longer be read')
})

test('reports a missing file and no file', async () => {
  const file = fileOf('debian.raw', async () => {
    throw new DOMException('', 'NotFoundError')
  })
  await inspectFile(file)
  expect(fileProblem(file, 512)).toContain('can no longer be read')
  expect(fileProblem(null, 512)).toBe('Image file is required')
})
