import { GiB, MAX_MEMORY } from '@granary/domain/sizes.ts'

/** Returns what is wrong with an amount of memory in GiB, or null. */
export const memoryGibProblem = (gib: number | null): string | null =>
  gib === null || gib < 1
    ? 'Must be at least 1 GiB'
    : gib > MAX_MEMORY / GiB
      ? `Can be at most ${MAX_MEMORY / GiB} GiB`
      : null
