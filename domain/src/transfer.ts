/** A sample of a transfer: its time in milliseconds, and the bytes done by then. */
export type TransferSample = { time: number; bytes: number }

/**
 * Window of the speed measurement, in milliseconds: long enough for a steady figure, short enough to follow changes.
 */
const WINDOW = 8_000

/** Adds a sample and drops expired ones. Keeps the last sample before the window as its start. */
export function addSample(samples: readonly TransferSample[], sample: TransferSample): TransferSample[] {
  const from = sample.time - WINDOW
  const first = samples.findLastIndex(({ time }) => time <= from)
  return [...samples.slice(Math.max(0, first)), sample]
}

/** Returns the speed in bytes per second, or null with too few samples. */
export function speedOf(samples: readonly TransferSample[]): number | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.time - first.time < 500) return null
  return ((last.bytes - first.bytes) / (last.time - first.time)) * 1000
}

/** Returns the seconds left at a speed in bytes per second, or null if that can't be estimated. */
export const secondsLeft = (total: number, done: number, speed: number | null): number | null =>
  speed === null || speed <= 0 ? null : Math.ceil((total - done) / speed)

/** Formats `about 2 h 5 min`, `about 3 min` or `40 s`: no more precise than an estimate should look. */
export function durationWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes} min`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Whether the bytes are all zeros. Unwritten blocks read as zeros too. */
export function isAllZero(bytes: Uint8Array): boolean {
  // Compares four bytes at a time, and single bytes before and after the aligned part.
  const whole = bytes.byteOffset % 4 === 0 ? Math.floor(bytes.length / 4) : 0
  const wide = whole > 0 ? new Uint32Array(bytes.buffer, bytes.byteOffset, whole) : []
  for (let at = 0; at < whole; at++) if (wide[at] !== 0) return false
  for (let at = whole * 4; at < bytes.length; at++) if (bytes[at] !== 0) return false
  return true
}
