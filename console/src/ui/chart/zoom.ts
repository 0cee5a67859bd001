import type { Period } from './lines.ts'

/** The shortest period that a chart can show, in milliseconds. */
const SHORTEST = 1000

/** Keeps a period inside of the whole one; it keeps its length where there is room. */
export function within([from, to]: Period, whole: Period): Period {
  const length = Math.min(Math.max(to - from, SHORTEST), whole[1] - whole[0])
  const start = Math.min(Math.max(from, whole[0]), whole[1] - length)
  return [start, start + length]
}

/** Returns the period that is `factor` times as long, around a time that keeps its place; null if it is the whole one. */
export function zoomed([from, to]: Period, whole: Period, factor: number, around: number): Period | null {
  const next = within([around - (around - from) * factor, around + (to - around) * factor], whole)
  return next[1] - next[0] >= whole[1] - whole[0] ? null : next
}

/** Moves a period by a time, up to the ends of the whole one. */
export const panned = ([from, to]: Period, whole: Period, by: number): Period =>
  within([from + by, to + by], whole)
