import { expect, test } from 'vitest'
import { chartOf, type QueryResult } from './result-to-chart.ts'

const result = (...lines: (number | null)[][]): QueryResult => ({
  tables: [
    {
      timeseries: lines.map((values) => ({
        fields: {},
        points: {
          timestamps: values.map((_, at) => new Date(at * 60_000).toISOString()),
          values: [{ values: { values } }],
        },
      })),
    },
    { timeseries: [] },
  ],
})
const values = (given: QueryResult, unit: 'count' | 'percent' = 'count') =>
  chartOf(given, unit, 'a').lines[0]!.values

test('drops the first point, which holds everything before', () => {
  expect(chartOf(result([900, 1, 2]), 'bytes', 'Bytes Read')).toEqual({
    times: [60_000, 120_000],
    lines: [{ label: 'Bytes Read', values: [1, 2] }],
  })
  expect(values(result([900]))).toEqual([])
})

test('adds up series by index; a gap is where none has a value', () => {
  expect(values(result([0, 1, null, null], [0, 2, 3, null]))).toEqual([3, 3, null])
})

test('percent are of the sampling interval of all virtual CPUs', () => {
  expect(values(result([0, 5e9, 0], [0, 0, 0]), 'percent')).toEqual([50, 0])
})

test('an answer without tables or series has no points', () => {
  expect(chartOf({ tables: [] }, 'count', 'a').times).toEqual([])
  expect(values(result())).toEqual([])
})

test('reads times that are dates already, and skips values that are no numbers', () => {
  const series = {
    fields: {},
    points: {
      timestamps: [new Date(0), new Date(1000)],
      values: [{ values: { values: [1, 'x'] } }],
    },
  }
  expect(chartOf({ tables: [{ timeseries: [series] }] }, 'count', 'a')).toEqual({
    times: [1000],
    lines: [{ label: 'a', values: [null] }],
  })
})
