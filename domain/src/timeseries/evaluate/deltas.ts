import type { StoredPoints } from '../reader.ts'

/**
 * Returns the increase from each point of a counter to the next. The first one counts from the counter's start. After a
 * restart the counter has a later start time or a lower value, and counts from zero.
 */
export function deltasOf({ startTimes, timestamps, values }: StoredPoints): {
  startTimes: Float64Array
  values: Float64Array
} {
  const starts = new Float64Array(timestamps.length)
  const deltas = new Float64Array(timestamps.length)
  for (let index = 0; index < timestamps.length; index++) {
    const start = startTimes?.[index] ?? timestamps[index]!
    const previous = index === 0 ? -Infinity : timestamps[index - 1]!
    const isSame = index > 0 && start === (startTimes?.[index - 1] ?? null)
    const continues = isSame && values[index]! >= values[index - 1]!
    starts[index] = isSame ? previous : Math.max(start, previous)
    deltas[index] = continues ? values[index]! - values[index - 1]! : values[index]!
  }
  return { startTimes: starts, values: deltas }
}
