// An evaluator that is slow and obvious, for tests: it does with single points and seconds what `evaluate/` does with
// columns.

import type { TestPoint } from './testing.ts'

/** Times are seconds before now, as in `TestPoint`. */
export type SlowPoint = { startAgo: number | null; ago: number; value: number | null }

export type SlowSeries = { fields: Record<string, string | number>; points: SlowPoint[] }

/** Returns the increases between the points from `from` to `to` seconds ago, both included. */
export function slowDeltas(points: readonly TestPoint[], from: number, to: number): SlowPoint[] {
  const read = points.filter(({ ago }) => ago <= from && ago >= to)
  return read.map(({ startAgo, ago, value }, index) => {
    const previous = read[index - 1]
    if (startAgo === undefined) return { startAgo: null, ago, value }
    if (!previous || previous.startAgo !== startAgo) return { startAgo, ago, value }
    return { startAgo: previous.ago, ago, value: value - previous.value }
  })
}

/** Averages what falls into each second of a period. Returns null without any. */
export function slowMean(points: readonly SlowPoint[], end: number, period: number): number | null {
  const seconds = Array.from({ length: period }, (_, index) => end + index)
  const rates = seconds.flatMap((second) =>
    points.flatMap(({ startAgo, ago, value }) => {
      if (value === null) return []
      if (startAgo === null) return ago === second ? [value] : []
      // The second before `second` lies within the delta.
      return startAgo > second && ago <= second ? [(value / (startAgo - ago)) * 5] : []
    }),
  )
  return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}

/** Returns the value at a time on the line between the points beside it; null outside of the points. */
export function slowBetween(points: readonly SlowPoint[], time: number): number | null {
  const older = points.filter(({ ago }) => ago >= time).at(-1)
  const newer = points.find(({ ago }) => ago <= time)
  if (older?.value == null || newer?.value == null) return null
  if (older.ago === newer.ago) return older.value
  return older.value + ((newer.value - older.value) * (older.ago - time)) / (older.ago - newer.ago)
}

/**
 * Aligns a series to whole periods before `end`, as far back as `from`. An increase since a start before `from` is of an
 * unknown time.
 */
export function slowAligned(
  series: SlowSeries,
  { end, from, period }: { end: number; from: number; period: number },
  valueAt = slowMean,
): SlowSeries {
  const times: number[] = []
  for (let ago = end; ago < from; ago += period) times.unshift(ago)
  const known = series.points.filter(({ startAgo }) => startAgo === null || startAgo <= from)
  const points = times.map((ago) => ({ startAgo: null, ago, value: valueAt(known, ago, period) }))
  return { fields: series.fields, points }
}

/** Groups series by one field. */
export function slowGroups(all: readonly SlowSeries[], field: string, reducer: 'sum' | 'mean'): SlowSeries[] {
  const names = [...new Set(all.map(({ fields }) => fields[field]!))]
  return names.map((name) => {
    const members = all.filter(({ fields }) => fields[field] === name)
    const times = [...new Set(members.flatMap(({ points }) => points.map(({ ago }) => ago)))].sort(
      (a, b) => b - a,
    )
    const points = times.map((time) => {
      const values = members.flatMap(({ points }) =>
        points.flatMap(({ ago, value }) => (ago === time && value !== null ? [value] : [])),
      )
      const sum = values.reduce((sum, value) => sum + value, 0)
      const value = values.length === 0 ? null : reducer === 'sum' ? sum : sum / values.length
      return { startAgo: null, ago: time, value }
    })
    return { fields: { [field]: name }, points }
  })
}
