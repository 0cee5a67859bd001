import type { Series, Table } from './evaluate/table.ts'
import type { Work } from './evaluate/work.ts'
import type { ResultSeries, ResultTable, TypedField } from './result.ts'
import type { Shape } from './check/shape.ts'

/** Converts tables to the form of the API. */
export async function resultsOf(tables: readonly Table[], work: Work): Promise<ResultTable[]> {
  const results: ResultTable[] = []
  const textsOf = sharedTexts()
  for (const { shape, series } of tables) {
    const timeseries = await work.each(series, (one) => resultOf(one, shape, textsOf))
    results.push({ name: shape.name, timeseries })
  }
  return results
}

function resultOf(series: Series, shape: Shape, textsOf: (times: Float64Array) => string[]): ResultSeries {
  const fields = Object.entries(series.fields).map(([name, value]): [string, TypedField] => [
    name,
    { type: shape.fieldTypes.get(name)!, value },
  ])
  const values = series.columns.map((column, index) => ({
    metricType: shape.metricType,
    values: { type: shape.valueTypes[index]!, values: withNulls(column) },
  }))
  const startTimes = series.startTimes && textsOf(series.startTimes)
  return {
    fields: Object.fromEntries(fields),
    points: { startTimes, timestamps: textsOf(series.timestamps), values },
  }
}

const withNulls = (column: Float64Array): (number | null)[] =>
  Array.from(column, (value) => (Number.isFinite(value) ? value : null))

/** Aligned series share one array of times, which is converted once. */
function sharedTexts(): (times: Float64Array) => string[] {
  const known = new Map<Float64Array, string[]>()
  return (times) => {
    const texts = known.get(times) ?? Array.from(times, (time) => new Date(time).toISOString())
    known.set(times, texts)
    return texts
  }
}
