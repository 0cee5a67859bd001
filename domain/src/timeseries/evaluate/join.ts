import { shapesAfter } from '../check/shape.ts'
import type { Join } from '../language/syntax.ts'
import { keyOf } from './group-by.ts'
import type { Series, Table } from './table.ts'
import type { Work } from './work.ts'

/** Puts the values of series with the same fields side by side. Keeps the series and times that all tables have. */
export async function join(tables: readonly Table[], operation: Join, work: Work): Promise<Table> {
  const period = Math.max(...tables.map(({ shape }) => shape.period ?? 0))
  // A table without data has not been aligned.
  const shapes = tables.map(({ shape }) => ({ ...shape, period: shape.period ?? period }))
  const [shape] = shapesAfter(shapes, operation)
  const [first, ...others] = tables
  const byKey = others.map((table) => new Map(table.series.map((series) => [keyOf(series.fields), series])))
  const joined = await work.each(first!.series, (series) => {
    const key = keyOf(series.fields)
    const matching = byKey.map((table) => table.get(key))
    return matching.every((one) => one !== undefined) ? joinedSeries([series, ...matching]) : null
  })
  return {
    shape: shape!,
    series: joined.filter((series) => series !== null && series.timestamps.length > 0) as Series[],
  }
}

function joinedSeries(all: readonly Series[]): Series {
  const [first, ...others] = all
  const times = others.map(({ timestamps }) => new Set(timestamps))
  const shared = first!.timestamps.filter((time) => times.every((others) => others.has(time)))
  const columns = all.flatMap((series) => {
    const indexes = new Map(Array.from(series.timestamps, (time, index) => [time, index]))
    return series.columns.map((column) => shared.map((time) => column[indexes.get(time)!]!))
  })
  return { fields: first!.fields, startTimes: null, timestamps: shared, columns }
}
