import { shapesAfter, UNALIGNED_GROUP } from '../check/shape.ts'
import { QueryError } from '../language/query-error.ts'
import type { GroupBy, Reducer } from '../language/syntax.ts'
import type { Fields } from '../schema.ts'
import type { Series, Table } from './table.ts'
import type { Work } from './work.ts'

/** Sum and number of the values at each time, oldest first. */
type SumsAndCounts = { times: Float64Array; sums: Float64Array; counts: Float64Array }
type Totals = { fields: Fields } & SumsAndCounts

const NO_TOTALS: SumsAndCounts = {
  times: new Float64Array(),
  sums: new Float64Array(),
  counts: new Float64Array(),
}

/**
 * Combines the series that have the same values of some fields. Values at the same time are added or averaged; a point
 * without a value counts only if no series has one then.
 * @throws QueryError if there is no series.
 */
export async function groupBy(tables: readonly Table[], operation: GroupBy, work: Work): Promise<Table> {
  const table = tables[0]!
  if (table.shape.period === null) throw new QueryError(UNALIGNED_GROUP)
  if (table.series.length === 0) throw new QueryError('Input tables to a `group_by` must not be empty')
  const [shape] = shapesAfter([table.shape], operation)
  const groups = new Map<string, Totals>()
  await work.each(table.series, (series) => addTo(groups, series, operation))
  const totals = [...groups.values()]
  return { shape: shape!, series: totals.map((group) => seriesOf(group, operation.reducer)) }
}

function addTo(groups: Map<string, Totals>, { fields, timestamps, columns }: Series, by: GroupBy): void {
  const kept: Fields = Object.fromEntries(by.fields.map(({ name }) => [name, fields[name]!]))
  const key = keyOf(kept)
  const group = groups.get(key) ?? { fields: kept, ...NO_TOTALS }
  const { times, sums, counts } = withTimes(group, timestamps)
  groups.set(key, { fields: group.fields, times, sums, counts })
  let at = 0
  for (const [index, time] of timestamps.entries()) {
    while (times[at]! < time) at++
    const value = columns[0]![index]!
    if (Number.isNaN(value)) continue
    sums[at]! += value
    counts[at]! += 1
  }
}

/** Returns totals that have these times too. Mostly they have them already, because aligned series have the same. */
function withTimes(totals: SumsAndCounts, added: Float64Array): SumsAndCounts {
  const times = union(totals.times, added)
  if (times.length === totals.times.length) return totals
  const sums = new Float64Array(times.length)
  const counts = new Float64Array(times.length)
  let at = 0
  for (const [index, time] of totals.times.entries()) {
    while (times[at]! < time) at++
    sums[at] = totals.sums[index]!
    counts[at] = totals.counts[index]!
  }
  return { times, sums, counts }
}

/** Returns the times of both, oldest first. */
function union(left: Float64Array, right: Float64Array): Float64Array {
  if (left === right) return left
  const all = new Float64Array(left.length + right.length)
  let [length, atLeft, atRight] = [0, 0, 0]
  while (atLeft < left.length || atRight < right.length) {
    const time = Math.min(left[atLeft] ?? Infinity, right[atRight] ?? Infinity)
    all[length++] = time
    if (left[atLeft] === time) atLeft++
    if (right[atRight] === time) atRight++
  }
  return all.subarray(0, length)
}

function seriesOf({ fields, times, sums, counts }: Totals, reducer: Reducer): Series {
  const values = sums.map((sum, index) => {
    const count = counts[index]!
    if (count === 0) return Number.NaN
    return reducer === 'sum' ? sum : sum / count
  })
  return { fields, startTimes: null, timestamps: times, columns: [values] }
}

/** Returns a text that is equal for equal fields, whatever their order. */
export const keyOf = (fields: Fields): string =>
  JSON.stringify(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1)))
