import { DIGEST_BLOCK as BLOCK, MAX_DIGEST_RANGE } from '@granary/domain/sizes.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test, vi } from 'vitest'
import { createComparison, zeroRemainingBlocks, withWholeBlocks } from './comparison.ts'

const block = (fill: number) => new Uint8Array(BLOCK).fill(fill)
const digest = (offset: number, bytes: Uint8Array) => ({
  offset,
  length: BLOCK,
  sha256: bytesToHex(sha256(bytes)),
})

test('a chunk is present if all of it is, and zeros if nothing was written', async () => {
  const ask = vi.fn(async () => [digest(0, block(1)), digest(2 * BLOCK, block(3))])
  const isThere = createComparison(ask)
  expect(await isThere(0, block(1))).toBe(true)
  expect(await isThere(0, block(2))).toBe(false)
  expect(await isThere(BLOCK, block(0))).toBe(true)
  expect(await isThere(BLOCK, block(1))).toBe(false)
  // Zeros must overwrite other content.
  expect(await isThere(2 * BLOCK, block(0))).toBe(false)
  const three = new Uint8Array(3 * BLOCK)
  three.fill(1, 0, BLOCK).fill(3, 2 * BLOCK)
  expect(await isThere(0, three)).toBe(true)
  expect(await isThere(0, three.with(BLOCK, 1))).toBe(false)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('compares a partial block as if padded with zeros', async () => {
  const bytes = new Uint8Array(BLOCK)
  bytes.fill(5, 0, 512)
  const isThere = createComparison(async () => [digest(0, bytes)])
  expect(await isThere(0, new Uint8Array(512).fill(5))).toBe(true)
  expect(await isThere(0, new Uint8Array(1024).fill(5))).toBe(false)
})

test('requests one range after another', async () => {
  const ask = vi.fn(async () => [])
  const isThere = createComparison(ask)
  for (let at = 0; at < 5; at++) await isThere(at * MAX_DIGEST_RANGE, block(0))
  expect(ask.mock.calls).toEqual(
    Array.from({ length: 5 }, (_, at) => [at * MAX_DIGEST_RANGE, MAX_DIGEST_RANGE]),
  )
})

test('pads content with zeros', async () => {
  const bytes = new Uint8Array(1000).fill(1)
  const contents = withWholeBlocks({ size: 1000, read: async (from, to) => bytes.slice(from, to) })
  expect(contents.size).toBe(BLOCK)
  expect(await contents.read(0, 1000)).toEqual(bytes)
  expect(await contents.read(512, 1536)).toEqual(new Uint8Array(1024).fill(1, 0, 488))
  expect(await contents.read(2048, 4096)).toEqual(new Uint8Array(2048))
})

test('overwrites everything after the content with zeros', async () => {
  const written: [number, Uint8Array][] = []
  const ask = vi.fn(async (offset: number) =>
    offset < MAX_DIGEST_RANGE ? [digest(3 * BLOCK, block(1)), digest(9 * BLOCK, block(2))] : [],
  )
  const write = async (offset: number, bytes: Uint8Array) => void written.push([offset, bytes])
  await zeroRemainingBlocks({ ask, write }, 1000, 2 * MAX_DIGEST_RANGE)
  expect(ask.mock.calls.map(([offset]) => offset)).toEqual([BLOCK, BLOCK + MAX_DIGEST_RANGE])
  expect(written).toEqual([
    [3 * BLOCK, block(0)],
    [9 * BLOCK, block(0)],
  ])
})
