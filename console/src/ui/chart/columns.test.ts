import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Columns, columnsOf, extremesOf } from './columns.ts'

type Points = { times: number[]; values: (number | null)[] }

const value = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(null))
/** Points with irregular distances, from below zero on. */
const points = fc
  .tuple(
    fc.integer({ min: -500, max: 500 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), value), { minLength: 1, maxLength: 60 }),
  )
  .map(([start, steps]): Points => {
    let time = start
    return { times: steps.map(([step]) => (time += step)), values: steps.map(([, one]) => one) }
  })
const span = fc.integer({ min: 1, max: 70 })

const rangeAt = ({ first, low, high }: Columns, column: number) => [low[column - first], high[column - first]]

test('a column with values has exactly the smallest and largest of them', () => {
  fc.assert(
    fc.property(points, span, ({ times, values }, length) => {
      const columns = columnsOf(times, values, length)
      const known = times.flatMap((time, at) => (values[at] === null ? [] : [{ time, value: values[at]! }]))
      for (const [column, some] of Map.groupBy(known, ({ time }) => Math.floor(time / length))) {
        const own = some.map((one) => one.value)
        expect(rangeAt(columns, column)).toEqual([Math.min(...own), Math.max(...own)])
      }
    }),
  )
})

test('a column without values is a gap, or on the line between the points around it', () => {
  fc.assert(
    fc.property(points, span, ({ times, values }, length) => {
      const columns = columnsOf(times, values, length)
      const columnOf = (time: number) => Math.floor(time / length)
      const valued = new Set(times.filter((_, at) => values[at] !== null).map(columnOf))
      for (let column = columnOf(times[0]!); column <= columnOf(times.at(-1)!); column++) {
        if (valued.has(column)) continue
        const next = times.findIndex((time) => columnOf(time) >= column)
        const [before, after] = [values[next - 1] ?? null, values[next]!]
        const [low, high] = rangeAt(columns, column) as [number, number]
        if (columnOf(times[next]!) === column || before === null || after === null) expect(low).toBeNaN()
        else {
          const slope = (after - before) / (times[next]! - times[next - 1]!)
          expect(low).toBeCloseTo(before + slope * ((column + 0.5) * length - times[next - 1]!), 6)
        }
        expect(high).toEqual(low)
      }
    }),
  )
})

test('a range of columns is the same part of all columns', () => {
  const range = fc.tuple(fc.integer({ min: -60, max: 60 }), fc.nat({ max: 60 }))
  fc.assert(
    fc.property(points, span, range, ({ times, values }, length, [offset, count]) => {
      const all = columnsOf(times, values, length)
      const from = all.first + offset
      const some = columnsOf(times, values, length, [from, from + count])
      const expected = Array.from(all.low, (_, at) => at + all.first).filter(
        (column) => from <= column && column <= from + count,
      )
      expect(some.low).toHaveLength(expected.length)
      for (const column of expected) expect(rangeAt(some, column)).toEqual(rangeAt(all, column))
    }),
  )
})

test('a range of a line that is too long for memory has columns', () => {
  const { low } = columnsOf([0, 1e13], [0, 1e13], 1, [10, 12])
  expect([...low]).toEqual([10.5, 11.5, 12.5])
})

test('the extremes of all columns are those of all points', () => {
  fc.assert(
    fc.property(points, span, ({ times, values }, length) => {
      const known = values.filter((one) => one !== null)
      const expected = known.length === 0 ? null : [Math.min(...known), Math.max(...known)]
      expect(extremesOf(columnsOf(times, values, length), -Infinity, Infinity)).toEqual(expected)
    }),
  )
})

test('extremes are those of the given columns only', () => {
  const columns = columnsOf([0, 10, 20, 30], [4, null, 9, 1], 10)
  expect(extremesOf(columns, 0, 2)).toEqual([4, 9])
  expect(extremesOf(columns, 2, 9)).toEqual([1, 9])
  expect(extremesOf(columns, 1, 1)).toBe(null)
  expect(extremesOf(columns, 5, 9)).toBe(null)
})
