/** One moment of a transfer: milliseconds, and the bytes that were done by then. */
export type TransferSample = { time: number; bytes: number }

/** Speed is what was done in the last so many milliseconds: steady enough to read, and soon right after a change. */
const WINDOW = 8_000

/** Adds a moment and forgets those that no longer count; the last one before the window stays, as its beginning. */
export function addSample(samples: readonly TransferSample[], sample: TransferSample): TransferSample[] {
  const from = sample.time - WINDOW
  const first = samples.findLastIndex(({ time }) => time <= from)
  return [...samples.slice(Math.max(0, first)), sample]
}

/** Bytes in a second, or null while too little is known. */
export function speedOf(samples: readonly TransferSample[]): number | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.time - first.time < 500) return null
  return ((last.bytes - first.bytes) / (last.time - first.time)) * 1000
}

/** Seconds until all is done at a speed in bytes a second, or null when there is no telling. */
export const secondsLeft = (total: number, done: number, speed: number | null): number | null =>
  speed === null || speed <= 0 ? null : Math.ceil((total - done) / speed)

/** `about 2 h 5 min`, `about 3 min`, `40 s`: as exact as a guess should look. */
export function durationWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes} min`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Whether there is nothing but zeros in it. What was never written reads as zeros too. */
export function isAllZero(bytes: Uint8Array): boolean {
  // Four bytes at a time; what is left over, and what does not begin at a multiple of four, one by one.
  const whole = bytes.byteOffset % 4 === 0 ? Math.floor(bytes.length / 4) : 0
  const wide = whole > 0 ? new Uint32Array(bytes.buffer, bytes.byteOffset, whole) : []
  for (let at = 0; at < whole; at++) if (wide[at] !== 0) return false
  for (let at = whole * 4; at < bytes.length; at++) if (bytes[at] !== 0) return false
  return true
}
