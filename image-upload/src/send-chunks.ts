import { isAllZero } from '@granary/domain/transfer.ts'
import type { Contents } from './contents.ts'
import type { Gate } from './gate.ts'
import type { Part } from './host.ts'
import { createPace, LARGEST, UNIT, unitsOf } from './pace.ts'
import { createProbe } from './probe.ts'

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
  isThere,
  write,
  gate,
  signal,
  onDone,
}: ChunkSender): Promise<void> {
  const pace = createPace()
  const probe = contents.slice && createProbe(contents.slice)
  let next = 0
  // Where nothing has to be sent it is reading that takes the time, and few large reads take less of it than many small ones.
  let nothingFor = 0
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
      const reach = nothingFor < LARGEST ? pace.size : LARGEST
      const end = (next = Math.min(contents.size, offset + reach))
      // What goes by its place in the file is read here only as far as it takes to tell zeros; among zeros that is all of it.
      const slice = isThere || nothingFor >= LARGEST ? undefined : contents.slice
      const bytes = slice ? null : await contents.read(offset, end)
      const mayBeZeros = slice && (await probe?.(offset, end))
      const isUnitThere = async (from: number, to: number) => {
        if (!bytes) return mayBeZeros!(from) && isAllZero(await contents.read(from, to))
        const unit = bytes.subarray(from - offset, to - offset)
        return isThere ? isThere(from, unit) : isAllZero(unit)
      }
      const parts = await stretches(offset, end, pace.size, isUnitThere)
      nothingFor = parts.every(({ there }) => there) ? nothingFor + end - offset : 0
      for (const { from, to, there } of parts) {
        if (!there) {
          await mayGoOn()
          const begun = performance.now()
          await write(from, bytes ? bytes.subarray(from - offset, to - offset) : slice!(from, to))
          pace.took(to - from, performance.now() - begun)
        }
        onDone(to - from, !there, from)
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

/**
 * Cuts a piece where what is there already begins and ends, as far as units tell.
 * @param most of what is not there that may be in one stretch, in bytes.
 */
async function stretches(
  offset: number,
  end: number,
  most: number,
  isThere: (from: number, to: number) => Promise<boolean>,
): Promise<{ from: number; to: number; there: boolean }[]> {
  const units = await Promise.all(
    unitsOf(offset, end).map(async (from) => {
      const to = Math.min(end, from + UNIT)
      return { from, to, there: await isThere(from, to) }
    }),
  )
  const found: typeof units = []
  for (const unit of units) {
    const last = found.at(-1)
    if (last?.there === unit.there && (unit.there || unit.to - last.from <= most)) last.to = unit.to
    else found.push(unit)
  }
  return found
}
