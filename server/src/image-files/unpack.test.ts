import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MiB } from '@granary/domain/sizes.ts'
import { reachable } from '../outgoing/reachable.ts'
import { imageFiles } from './image-files.ts'

/** A disk whose size is no multiple of the block size, with zeros in it. */
const DISK = Buffer.concat([randomBytes(300_000), Buffer.alloc(2 * MiB), randomBytes(1_000)])

const xz = (bytes: Buffer) => spawnSync('xz', ['-1'], { input: bytes, maxBuffer: 64 * MiB }).stdout
const COMPRESSED = { gzip: gzipSync(DISK), zstd: zstdCompressSync(DISK), xz: xz(DISK) }

/** Puts a download into a folder. */
function downloaded(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'granary-unpack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'one'), bytes)
  const files = imageFiles(folder, reachable([]))
  const requireSpace = vi.fn(async () => {})
  const unpack = ({ max = 8 * MiB, signal = new AbortController().signal } = {}) =>
    files.unpack('one', { max, tooLarge: 'The file is larger than 8 MiB.', signal, requireSpace })
  return { folder, files, requireSpace, unpack }
}

test.each(Object.keys(COMPRESSED) as (keyof typeof COMPRESSED)[])(
  'opens the content of a file that is compressed with %s, in whole blocks',
  async (name) => {
    const { folder, files, unpack, requireSpace } = downloaded(COMPRESSED[name])
    await unpack()
    expect(requireSpace).toHaveBeenCalled()
    const contents = await files.open('one', 512)
    const blocks = Math.ceil(DISK.length / 512) * 512
    expect(contents.size).toBe(blocks)
    const read = Buffer.from(await contents.read(0, blocks))
    expect(read.subarray(0, DISK.length).equals(DISK)).toBe(true)
    expect(read.subarray(DISK.length).every((byte) => byte === 0)).toBe(true)
    expect(Buffer.from(await contents.read(blocks - 100, blocks))).toEqual(read.subarray(blocks - 100))
    await contents.close()
    // A restart unpacks nothing again, and nothing stays.
    await unpack({ max: 1 })
    expect(await files.list()).toEqual(['one'])
    await files.discard('one')
    expect(existsSync(join(folder, 'one.unpacked'))).toBe(false)
    expect(await files.list()).toEqual([])
  },
)

test('leaves other files as they are', async () => {
  const { folder, unpack } = downloaded(DISK)
  await unpack()
  expect(existsSync(join(folder, 'one.unpacked'))).toBe(false)
})

test.each(Object.entries(COMPRESSED))(
  'refuses a damaged %s file, and one without its end',
  async (name, bytes) => {
    const cut = downloaded(bytes.subarray(0, bytes.length - 30))
    const words = `The ${name} file is damaged, or its end is missing.`
    await expect(cut.unpack()).rejects.toThrow(words)
    const broken = Buffer.from(bytes)
    broken.fill(0xff, 8, 200)
    await expect(downloaded(broken).unpack()).rejects.toThrow(words)
    expect(await cut.files.list()).toEqual(['one'])
    expect(existsSync(join(cut.folder, 'one.unpacking'))).toBe(false)
  },
)

test.each(Object.entries(COMPRESSED))('ends where the unpacked %s file is too large', async (_, bytes) => {
  const { unpack, folder } = downloaded(bytes)
  await expect(unpack({ max: MiB })).rejects.toThrow('Unpacked: The file is larger than 8 MiB.')
  expect(existsSync(join(folder, 'one.unpacking'))).toBe(false)
})

test('ends when it is aborted', async () => {
  const control = new AbortController()
  control.abort(new Error('stopped'))
  await expect(downloaded(COMPRESSED.xz).unpack({ signal: control.signal })).rejects.toThrow('stopped')
})
