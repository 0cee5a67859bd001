import { expect, test } from 'vitest'
import { hasValues, largestOf, nearest, thinned } from './lines.ts'

test('finds the nearest time, also outside of the range', () => {
  const times = [10, 20, 30, 50]
  expect([0, 14, 15, 16, 41, 99].map((time) => nearest(times, time))).toEqual([0, 0, 0, 1, 3, 3])
  expect(nearest([7], 0)).toBe(0)
  expect(nearest([], 3)).toBe(null)
})

test('knows gaps from values', () => {
  const line = (values: (number | null)[]) => ({
    times: values.map((_, at) => at),
    lines: [{ label: '', values }],
  })
  expect(hasValues(line([null, null]))).toBe(false)
  expect(hasValues(line([null, 0]))).toBe(true)
  expect(largestOf(line([null, 3, -5]).lines)).toBe(3)
  expect(largestOf(line([null]).lines)).toBe(0)
})

test('thins a table by means that leave out gaps', () => {
  const data = { times: [1, 2, 3, 4, 5], lines: [{ label: 'a', values: [1, 3, null, null, 7] }] }
  expect(thinned(data, 5)).toEqual({ data, perRow: 1 })
  expect(thinned(data, 3)).toEqual({
    perRow: 2,
    data: { times: [1, 3, 5], lines: [{ label: 'a', values: [2, null, 7] }] },
  })
})
