import { shapesAfter, UNALIGNED_GROUP } from '../check/shape.ts'
import { QueryError } from '../language/query-error.ts'
import type { GroupBy, Reducer } from '../language/syntax.ts'
import type { Fields } from '../schema.ts'
import type { Series, Table } from './table.ts'
import type { Work } from './work.ts'

type Totals = { fields: Fields; sums: Map<number, { sum: number; count: number }> }

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

function addTo(
  groups: Map<string, Totals>,
  { fields, timestamps, columns }: Series,
  operation: GroupBy,
): void {
  const kept: Fields = Object.fromEntries(operation.fields.map(({ name }) => [name, fields[name]!]))
  const key = keyOf(kept)
  const group: Totals = groups.get(key) ?? { fields: kept, sums: new Map() }
  groups.set(key, group)
  for (const [index, time] of timestamps.entries()) {
    const total = group.sums.get(time) ?? { sum: 0, count: 0 }
    group.sums.set(time, total)
    const value = columns[0]![index]!
    if (Number.isNaN(value)) continue
    total.sum += value
    total.count += 1
  }
}

function seriesOf({ fields, sums }: Totals, reducer: Reducer): Series {
  const timestamps = Float64Array.from(sums.keys()).sort()
  const values = timestamps.map((time) => {
    const { sum, count } = sums.get(time)!
    if (count === 0) return Number.NaN
    return reducer === 'sum' ? sum : sum / count
  })
  return { fields, startTimes: null, timestamps, columns: [values] }
}

/** Returns a text that is equal for equal fields, whatever their order. */
export const keyOf = (fields: Fields): string =>
  JSON.stringify(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1)))
