import { DIGEST_BLOCK, MiB } from '@granary/domain/sizes.ts'

/** What is there already is looked for in units of so many bytes, and no piece is smaller. */
export const UNIT = DIGEST_BLOCK
/** Larger pieces are hardly faster, and each of those on their way is in memory. */
export const LARGEST = 8 * MiB
/** A piece that took no longer than this could have been larger; milliseconds. */
const SOON = 1_000
/** One that took longer shows people nothing for too long, and is much to send again; milliseconds. */
const LATE = 4_000

/** How large pieces are at the speed of the connection. */
export type Pace = {
  /** Of the next piece, in bytes; whole units. */
  readonly size: number
  /** Told how long a piece of a size took to arrive, with all that had to be waited for; milliseconds. */
  took: (size: number, milliseconds: number) => void
}

/** Begins with one unit, doubles while that is quick, and halves when it is slow. */
export function createPace(): Pace {
  let now = UNIT
  return {
    get size() {
      return now
    },
    took(size, milliseconds) {
      // Those that were begun before the last change say nothing about what holds now.
      if (milliseconds > LATE && size <= now) now = Math.max(UNIT, now / 2)
      else if (milliseconds <= SOON && size >= now) now = Math.min(LARGEST, now * 2)
    },
  }
}

/** Where the units of a range begin. */
export const unitsOf = (offset: number, end: number): number[] =>
  Array.from({ length: Math.ceil((end - offset) / UNIT) }, (_, at) => offset + at * UNIT)
