import { isAllZero } from '@granary/domain/transfer.ts'
import type { Contents } from './contents.ts'
import type { Gate } from './gate.ts'
import type { Part } from './host.ts'
import { createPace, MAX_CHUNK, UNIT, unitsOf } from './pace.ts'
import { createProbe } from './probe.ts'

/** Number of chunks in memory and in transit at once. Browsers allow six connections: half of them are left for everything else. */
export const PARALLEL = 3

export type ChunkSender = {
  contents: Contents
  /** Whether the disk has this part already. For an empty disk: whether it is all zeros. */
  isThere?: (offset: number, bytes: Uint8Array) => Promise<boolean>
  /** Writes one chunk, including retries. */
  write: (offset: number, part: Part) => Promise<void>
  /** Closed while the upload is paused: chunks in transit arrive, and nothing more is read. */
  gate: Gate
  signal: AbortSignal
  /** Called after each part of a chunk with its length, whether it had to be sent, and its offset. */
  onDone: (bytes: number, sent: boolean, offset: number) => void
}

/**
 * Sends the content of an image in chunks, several at once and in any order. Skips parts that the disk has already
 * (zeros, for an empty disk). Only chunks in transit are in memory.
 * @throws errors of `write`, after the chunks in transit have ended; the signal's reason when it is aborted.
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
  // If nothing has to be sent, reading takes the time, and few large reads take less of it than many small ones.
  let nothingFor = 0
  let failed = false
  const mayGoOn = async () => {
    await gate.passed()
    signal.throwIfAborted()
  }
  const worker = async () => {
    while (next < contents.size && !failed) {
      await mayGoOn()
      // Another loop may have taken the last chunk while the gate was closed.
      if (next >= contents.size) return
      const offset = next
      const reach = nothingFor < MAX_CHUNK ? pace.size : MAX_CHUNK
      const end = (next = Math.min(contents.size, offset + reach))
      // A slice is only read as far as needed to detect zeros; among zeros, completely.
      const slice = isThere || nothingFor >= MAX_CHUNK ? undefined : contents.slice
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
 * Splits a chunk at the boundaries of parts that the disk has already, in whole units.
 * @param most maximum length of a part to send, in bytes.
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
