/** Milliseconds, ascending. */
type Times = readonly number[] | Float64Array

/** Steps on each side of two points that say how far apart points are there. Older points may be farther apart. */
const STEPS_BESIDE = 5
/** A gap is longer than this many usual steps. */
const GAP_STEPS = 3

/**
 * Whether points are missing between a point and the one before it: the step is much longer than those before and after it.
 * @param times in milliseconds, ascending.
 */
export function isGap(times: Times, at: number): boolean {
  const step = times[at]! - times[at - 1]!
  const isLonger = (other: number) => step > GAP_STEPS * other
  // Most steps are as long as their neighbours.
  const neighbours = [times[at - 1]! - times[at - 2]!, times[at + 1]! - times[at]!]
  if (!neighbours.some(isLonger)) return false
  return isLonger(
    Math.max(medianStep(times, at - 1 - STEPS_BESIDE, at - 1), medianStep(times, at, at + STEPS_BESIDE)),
  )
}

/** Returns the usual step before a gap, or after one without points before; milliseconds. */
export const stepBefore = (times: Times, gapEnd: number): number =>
  medianStep(times, gapEnd - 1 - STEPS_BESIDE, gapEnd - 1) || medianStep(times, gapEnd, gapEnd + STEPS_BESIDE)

/** Returns the median step between the points from one index to another; 0 without any. */
function medianStep(times: Times, from: number, to: number): number {
  const some = Float64Array.from(times.slice(Math.max(0, from), to + 1))
  const steps = some.subarray(1).map((time, at) => time - some[at]!)
  return steps.toSorted()[Math.floor(steps.length / 2)] ?? 0
}
