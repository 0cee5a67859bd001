import { MAX_BULK_WRITE } from '@granary/domain/sizes.ts'
import { isAllZero } from '@granary/domain/transfer.ts'
import type { Contents } from './contents.ts'
import type { Gate } from './gate.ts'

/** So many pieces are in memory and on their way at once. Browsers allow six connections, and one brings the events. */
export const PARALLEL = 5

export type ChunkSender = {
  contents: Contents
  /** Whether a part of it is on the disk as it is; of an empty disk, whether it is zeros. */
  isThere?: (offset: number, bytes: Uint8Array) => Promise<boolean>
  /** Keeps one piece; tries again by itself as long as that makes sense. */
  write: (offset: number, bytes: Uint8Array) => Promise<void>
  /** Closed while the upload is paused: what is on its way arrives, and nothing more is read. */
  gate: Gate
  signal: AbortSignal
  /** After each piece: its length, whether it had to be sent, and where it begins. */
  onDone: (bytes: number, sent: boolean, offset: number) => void
}

/**
 * Sends the bytes of an image in pieces, several at once and in any order. Pieces of zeros are not sent, since an empty disk has them
 * already. Only the pieces that are on their way are in memory.
 * @throws what `write` throws, after the pieces on their way have ended; the signal's reason when it is aborted.
 */
export async function sendChunks({
  contents,
  isThere = async (_, bytes) => isAllZero(bytes),
  write,
  gate,
  signal,
  onDone,
}: ChunkSender): Promise<void> {
  let next = 0
  let failed = false
  const worker = async () => {
    while (next < contents.size && !failed) {
      await gate.passed()
      signal.throwIfAborted()
      // Others may have taken the last piece while the gate was closed.
      if (next >= contents.size) return
      const offset = next
      next = Math.min(contents.size, offset + MAX_BULK_WRITE)
      const bytes = await contents.read(offset, next)
      const there = await isThere(offset, bytes)
      if (!there) await write(offset, bytes)
      onDone(bytes.length, !there, offset)
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: PARALLEL }, () =>
      worker().catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
  const failure = ended.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
}
