import { shapeOf } from '../check/shape.ts'
import type { Read } from '../plan/reads.ts'
import { simplify } from '../plan/simplify.ts'
import type { SeriesReader, StoredSeries } from '../reader.ts'
import { countsFromStart, type Fields } from '../schema.ts'
import { deltasOf } from './deltas.ts'
import { type Series, slice, type Table } from './table.ts'
import type { Work } from './work.ts'

/**
 * Reads the series that a query needs.
 * @param scope values that fields must have. Series without these fields are not read at all.
 * @throws QueryError if there are too many points.
 */
export async function get(
  read: Read,
  { reader, scope, now, work }: { reader: SeriesReader; scope: Fields; now: number; work: Work },
): Promise<Table> {
  const shape = shapeOf(read.schema)
  const from = Math.max(0, read.window.from)
  const to = Math.min(now, read.window.to)
  if (from > to || Object.keys(scope).some((name) => !shape.fieldTypes.has(name)))
    return { shape, series: [] }
  const matches = (fields: Fields) =>
    Object.entries(scope).every(([name, value]) => fields[name] === value) &&
    read.conditions.every((condition) => simplify(condition, fields) !== false)
  const { fields, spacing } = read
  const countRows = (rows: number) => work.countRows(rows)
  const request = { fields, matches, from, to, spacing, maxPoints: work.left, countRows }
  // A reader may ignore the conditions, but the scope decides what the caller may see.
  const all = await reader.read(read.schema, request)
  const stored = all.map((series) => ({ ...series, timestamps: series.points.timestamps }))
  const wanted = await work.each(stored, ({ fields }) => matches(fields))
  const matching = stored.filter((_, index) => wanted[index])
  work.countRead(
    matching.reduce((sum, { points }) => sum + points.timestamps.length * points.columns.length, 0),
  )
  const series = await work.each(matching, (one) => within(one, from, to))
  const found = series.filter((one) => one.timestamps.length > 0)
  return { shape, series: countsFromStart(read.schema) ? await work.each(found, deltasOf) : found }
}

/** Returns the points in the window. */
function within({ fields, points }: StoredSeries, from: number, to: number): Series {
  const { startTimes, timestamps, columns } = points
  const start = indexAfter(timestamps, (time) => time < from)
  const end = indexAfter(timestamps, (time) => time <= to)
  return slice({ fields, startTimes, timestamps, columns }, start, end)
}

/** Returns the index after the last time that passes the test; earlier ones pass it too. */
export function indexAfter(times: Float64Array, test: (time: number) => boolean): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(times[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
