import type { Series } from './table.ts'

/**
 * Returns the increase from each point of a counter to the next. The first one counts from the counter's start. After a
 * restart the counter has a later start time, and counts from zero. A lower total with the same start time is no restart:
 * stores round totals, and not all by the same step.
 */
export function deltasOf({ fields, startTimes, timestamps, columns }: Series): Series {
  const starts = new Float64Array(timestamps.length)
  const deltas = columns.map(() => new Float64Array(timestamps.length))
  for (let index = 0; index < timestamps.length; index++) {
    const start = startTimes?.[index] ?? timestamps[index]!
    const previous = index === 0 ? -Infinity : timestamps[index - 1]!
    const continues = index > 0 && start === (startTimes?.[index - 1] ?? null)
    starts[index] = continues ? previous : Math.max(start, previous)
    columns.forEach((values, column) => {
      deltas[column]![index] = continues ? Math.max(0, values[index]! - values[index - 1]!) : values[index]!
    })
  }
  return { fields, startTimes: starts, timestamps, columns: deltas }
}
