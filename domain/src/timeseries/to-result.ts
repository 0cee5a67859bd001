import type { Series, Table } from './evaluate/table.ts'
import type { Work } from './evaluate/work.ts'
import type { ResultSeries, ResultTable, TypedField } from './result.ts'
import type { Shape } from './check/shape.ts'

/** Converts tables to the form of the API. */
export async function resultsOf(tables: readonly Table[], work: Work): Promise<ResultTable[]> {
  const results: ResultTable[] = []
  const datesOf = sharedDates()
  for (const { shape, series } of tables) {
    const timeseries = await work.each(series, (one) => resultOf(one, shape, datesOf))
    results.push({ name: shape.name, timeseries })
  }
  return results
}

function resultOf(series: Series, shape: Shape, datesOf: (times: Float64Array) => Date[]): ResultSeries {
  const fields = Object.entries(series.fields).map(([name, value]): [string, TypedField] => [
    name,
    { type: shape.fieldTypes.get(name)!, value },
  ])
  const values = series.columns.map((column, index) => ({
    metricType: shape.metricType,
    values: { type: shape.valueTypes[index]!, values: withNulls(column) },
  }))
  const startTimes = series.startTimes && datesOf(series.startTimes)
  return {
    fields: Object.fromEntries(fields),
    points: { startTimes, timestamps: datesOf(series.timestamps), values },
  }
}

const withNulls = (column: Float64Array): (number | null)[] =>
  Array.from(column, (value) => (Number.isFinite(value) ? value : null))

/** Aligned series share one array of times, which is converted once. */
function sharedDates(): (times: Float64Array) => Date[] {
  const known = new Map<Float64Array, Date[]>()
  return (times) => {
    const dates = known.get(times) ?? Array.from(times, (time) => new Date(time))
    known.set(times, dates)
    return dates
  }
}
