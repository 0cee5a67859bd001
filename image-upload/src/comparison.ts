import { DIGEST_BLOCK, MAX_DIGEST_RANGE } from '@granary/domain/sizes.ts'
import { isAllZero } from '@granary/domain/transfer.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Contents } from './contents.ts'

type Digest = { offset: number; length: number; sha256: string }
type Ask = (offset: number, length: number) => Promise<Digest[]>

/** Number of cached ranges. Chunks are sent nearly in order, so older ranges are not needed again. */
const CACHED_RANGES = 3

/**
 * Compares chunks with the server's content by digest, so that a resumed upload ends with the bytes of its file even if
 * it started with another file.
 * @param ask requests the digests of non-zero blocks.
 * @returns whether the server has a chunk. Chunks must start at a block boundary.
 */
export function createComparison(ask: Ask): (offset: number, bytes: Uint8Array) => Promise<boolean> {
  const ranges = new Map<number, Promise<Map<number, string>>>()
  const digestsAt = (offset: number) => {
    const range = Math.floor(offset / MAX_DIGEST_RANGE)
    let found = ranges.get(range)
    if (!found) {
      found = ask(range * MAX_DIGEST_RANGE, MAX_DIGEST_RANGE).then(
        (digests) => new Map(digests.map((digest) => [digest.offset, digest.sha256])),
      )
      ranges.set(range, found)
      for (const oldest of ranges.keys()) {
        if (ranges.size <= CACHED_RANGES) break
        ranges.delete(oldest)
      }
    }
    return found
  }
  return async (offset, bytes) => {
    for (let at = 0; at < bytes.length; at += DIGEST_BLOCK) {
      const known = (await digestsAt(offset + at)).get(offset + at)
      const block = bytes.subarray(at, at + DIGEST_BLOCK)
      const isSame = known === undefined ? isAllZero(block) : known === bytesToHex(sha256(whole(block)))
      if (!isSame) return false
    }
    return true
  }
}

/** Pads a partial block with zeros. */
function whole(block: Uint8Array): Uint8Array {
  if (block.length === DIGEST_BLOCK) return block
  const bytes = new Uint8Array(DIGEST_BLOCK)
  bytes.set(block)
  return bytes
}

/** Rounds bytes up to whole blocks. */
const wholeBlocks = (bytes: number): number => Math.ceil(bytes / DIGEST_BLOCK) * DIGEST_BLOCK

/**
 * Overwrites non-zero blocks after the content with zeros: a larger file may have been uploaded before.
 * @param ask as for {@link createComparison}.
 * @param end size of the disk, in bytes.
 */
export async function zeroRemainingBlocks(
  { ask, write }: { ask: Ask; write: (offset: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void> },
  size: number,
  end: number,
): Promise<void> {
  for (let at = wholeBlocks(size); at < end; at += MAX_DIGEST_RANGE)
    for (const { offset, length } of await ask(at, MAX_DIGEST_RANGE))
      await write(offset, new Uint8Array(length))
}

/** Pads the content with zeros to whole blocks. */
export const withWholeBlocks = (contents: Contents): Contents => ({
  size: wholeBlocks(contents.size),
  async read(from, to) {
    if (to <= contents.size) return contents.read(from, to)
    const bytes = new Uint8Array(to - from)
    if (from < contents.size) bytes.set(await contents.read(from, contents.size))
    return bytes
  },
})
