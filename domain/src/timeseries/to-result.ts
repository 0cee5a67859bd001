import { distributionOf } from './distribution.ts'
import type { Series, Table } from './evaluate/table.ts'
import { CHUNK, type Work } from './evaluate/work.ts'
import type { Points, ResultSeries, ResultTable, TypedField, ValueArray } from './result.ts'
import type { Shape } from './check/shape.ts'

/** Converts tables to the form of the API. */
export async function resultsOf(tables: readonly Table[], work: Work): Promise<ResultTable[]> {
  const results: ResultTable[] = []
  const textsOf = sharedTexts(work)
  for (const { shape, series } of tables) {
    const timeseries: ResultSeries[] = []
    for (const one of series) {
      const startTimes = one.startTimes && (await textsOf(one.startTimes))
      const timestamps = await textsOf(one.timestamps)
      timeseries.push(resultOf(one, shape, { startTimes, timestamps }))
      await work.processed(one.timestamps.length + 1)
    }
    results.push({ name: shape.name, timeseries })
  }
  return results
}

function resultOf(
  series: Series,
  shape: Shape,
  times: Pick<Points, 'startTimes' | 'timestamps'>,
): ResultSeries {
  const fields = Object.entries(series.fields).map(([name, value]): [string, TypedField] => [
    name,
    { type: shape.fieldTypes.get(name)!, value },
  ])
  const values = valuesOf(series, shape).map((array) => ({ metricType: shape.metricType, values: array }))
  return { fields: Object.fromEntries(fields), points: { ...times, values } }
}

/** Returns the dimensions of a series: one for each column of numbers, or one of distributions for all columns. */
function valuesOf({ columns, timestamps }: Series, { valueTypes, isHistogram, bins }: Shape): ValueArray[] {
  if (!isHistogram)
    return columns.map((column, index) => ({
      type: valueTypes[index] === 'double' ? 'double' : 'integer',
      values: withNulls(column),
    }))
  const [counts, sums] = [columns.slice(0, -1), columns.at(-1)!]
  const distributions = Array.from(timestamps, (_, at) =>
    distributionOf(
      bins,
      counts.map((column) => column[at]!),
      sums[at]!,
    ),
  )
  return [{ type: 'integer_distribution', values: distributions }]
}

const withNulls = (column: Float64Array): (number | null)[] =>
  Array.from(column, (value) => (Number.isFinite(value) ? value : null))

/** Aligned series share one array of times, which is converted once. */
function sharedTexts(work: Work): (times: Float64Array) => Promise<string[]> {
  const known = new Map<Float64Array, string[]>()
  return async (times) => {
    const texts = known.get(times) ?? []
    known.set(times, texts)
    while (texts.length < times.length) {
      const some = times.subarray(texts.length, texts.length + CHUNK)
      for (const time of some) texts.push(new Date(time).toISOString())
      await work.processed(some.length)
    }
    return texts
  }
}
