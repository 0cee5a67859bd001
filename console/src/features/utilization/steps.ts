import type { ChartData, Line, Period } from '../../ui/chart/lines.ts'

/** A value that holds from its time on. */
export type Change = { time: number; value: number }

/** The changes of a counter in a period, and its last value before, if it has one. */
export type Changes = { before: number | undefined; within: readonly Change[] }

/** Returns the changes with one at the start of the period and one at its end, so that a line spans all of it. */
export function spanning({ before, within }: Changes, [from, to]: Period): Change[] {
  const start = { time: from, value: before ?? 0 }
  const last = within.at(-1) ?? start
  return [...(within[0]?.time === from ? [] : [start]), ...within, { time: to, value: last.value }]
}

/** Puts counters that change at different times into one chart of steps. */
export function stepChart(
  counters: readonly { label: string; look: 'step' | 'limit'; changes: Changes }[],
  period: Period,
): ChartData {
  const lines = counters.map((counter) => ({ ...counter, changes: spanning(counter.changes, period) }))
  const times = [...new Set(lines.flatMap(({ changes }) => changes.map(({ time }) => time)))].toSorted(
    (one, other) => one - other,
  )
  return {
    times,
    lines: lines.map(({ label, look, changes }): Line => ({ label, look, values: valuesAt(changes, times) })),
  }
}

/** Returns the value at each time: that of the last change until then. */
function valuesAt(changes: readonly Change[], times: readonly number[]): number[] {
  let next = 0
  let value = 0
  return times.map((time) => {
    while (next < changes.length && changes[next]!.time <= time) value = changes[next++]!.value
    return value
  })
}
