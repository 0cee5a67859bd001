import { isAllZero } from '@granary/domain/transfer.ts'
import type { Contents } from './contents.ts'
import type { Gate } from './gate.ts'
import type { Part } from './host.ts'
import { createPace, UNIT } from './pace.ts'

/** So many pieces are in memory and on their way at once. Browsers allow six connections, and one brings the events. */
export const PARALLEL = 5

export type ChunkSender = {
  contents: Contents
  /** Whether a part of it is on the disk as it is; of an empty disk, whether it is zeros. */
  isThere?: (offset: number, bytes: Uint8Array) => Promise<boolean>
  /** Keeps one piece; tries again by itself as long as that makes sense. */
  write: (offset: number, part: Part) => Promise<void>
  /** Closed while the upload is paused: what is on its way arrives, and nothing more is read. */
  gate: Gate
  signal: AbortSignal
  /** After each part of a piece: its length, whether it had to be sent, and where it begins. */
  onDone: (bytes: number, sent: boolean, offset: number) => void
}

/**
 * Sends the bytes of an image in pieces, several at once and in any order. What is there already is not sent; of an empty
 * disk that is zeros. Only the pieces that are on their way are in memory.
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
  const pace = createPace()
  let next = 0
  let failed = false
  const mayGoOn = async () => {
    await gate.passed()
    signal.throwIfAborted()
  }
  const worker = async () => {
    while (next < contents.size && !failed) {
      await mayGoOn()
      // Others may have taken the last piece while the gate was closed.
      if (next >= contents.size) return
      const offset = next
      next = Math.min(contents.size, offset + pace.size)
      const bytes = await contents.read(offset, next)
      for (const { from, to, there } of await stretches(bytes, (at, unit) => isThere(offset + at, unit))) {
        if (!there) {
          await mayGoOn()
          const begun = performance.now()
          await write(offset + from, contents.slice?.(offset + from, offset + to) ?? bytes.subarray(from, to))
          pace.took(to - from, performance.now() - begun)
        }
        onDone(to - from, !there, offset + from)
      }
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

/** Cuts a piece where what is there already begins and ends, as far as units tell. */
async function stretches(
  bytes: Uint8Array<ArrayBuffer>,
  isThere: (at: number, unit: Uint8Array) => Promise<boolean>,
): Promise<{ from: number; to: number; there: boolean }[]> {
  const found: { from: number; to: number; there: boolean }[] = []
  for (let from = 0; from < bytes.length; from += UNIT) {
    const to = Math.min(bytes.length, from + UNIT)
    const there = await isThere(from, bytes.subarray(from, to))
    const last = found.at(-1)
    if (last?.there === there) last.to = to
    else found.push({ from, to, there })
  }
  return found
}
