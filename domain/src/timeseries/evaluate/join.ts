import { shapesAfter } from '../check/shape.ts'
import type { Join } from '../language/syntax.ts'
import { keyOf } from './group-by.ts'
import { pick, type Series, type Table } from './table.ts'
import type { Work } from './work.ts'

/**
 * Puts the values of series with the same fields side by side. Keeps the series and times that all tables have.
 * @throws QueryError if the query would make too many points.
 */
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
    if (!matching.every((one) => one !== undefined)) return null
    work.countMade('join', series.timestamps.length * shape!.valueTypes.length)
    return joinedSeries([series, ...matching])
  })
  return {
    shape: shape!,
    series: joined.filter((series) => series !== null && series.timestamps.length > 0) as Series[],
  }
}

function joinedSeries(all: readonly Series[]): Series {
  const picked = sharedIndexes(all).map((indexes, at) => pick(all[at]!, indexes))
  const { fields, timestamps } = picked[0]!
  return { fields, startTimes: null, timestamps, columns: picked.flatMap(({ columns }) => columns) }
}

/** Returns the indexes of the times that all series have, for each series. */
function sharedIndexes(all: readonly Series[]): number[][] {
  const shared: number[][] = all.map(() => [])
  const next = all.map(() => 0)
  for (const time of all[0]!.timestamps) {
    for (const [at, { timestamps }] of all.entries()) while (timestamps[next[at]!]! < time) next[at]! += 1
    if (all.every(({ timestamps }, at) => timestamps[next[at]!] === time))
      for (const [at, index] of next.entries()) shared[at]!.push(index)
  }
  return shared
}
