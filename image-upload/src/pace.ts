import { DIGEST_BLOCK, MiB } from '@granary/domain/sizes.ts'

/** Granularity of the comparison with the server's content, and the smallest chunk; bytes. */
export const UNIT = DIGEST_BLOCK
/** Larger chunks are hardly faster, and all chunks in transit are in memory. */
export const MAX_CHUNK = 8 * MiB
/** A chunk that took no longer than this can be larger; milliseconds. */
const GROW_BELOW_MS = 1_000
/** A chunk that took longer delays the progress display and is costly to resend; milliseconds. */
const SHRINK_ABOVE_MS = 4_000

/** Adapts the chunk size to the speed of the connection. */
export type Pace = {
  /** Size of the next chunk, in bytes; a multiple of the unit. */
  readonly size: number
  /** Records how long a chunk of a size took to arrive, including waits; milliseconds. */
  took: (size: number, milliseconds: number) => void
}

/** Starts with one unit, doubles while that is fast, and halves when it is slow. */
export function createPace(): Pace {
  let now = UNIT
  return {
    get size() {
      return now
    },
    took(size, milliseconds) {
      // Chunks of another size started before the last change, so they say nothing about the current size.
      if (milliseconds > SHRINK_ABOVE_MS && size <= now) now = Math.max(UNIT, now / 2)
      else if (milliseconds <= GROW_BELOW_MS && size >= now) now = Math.min(MAX_CHUNK, now * 2)
    },
  }
}

/** Returns the offsets of the units in a range. */
export const unitsOf = (offset: number, end: number): number[] =>
  Array.from({ length: Math.ceil((end - offset) / UNIT) }, (_, at) => offset + at * UNIT)
