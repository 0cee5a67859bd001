import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allTimes, timeReader, valuesAt, withGaps } from './known-points.ts'

const text = (seconds: number) => new Date(seconds * 1000).toISOString()

test('series with the same times share them, and others do not', () => {
  const timesOf = timeReader(1)
  const first = timesOf([text(0), text(60), text(120)])
  expect([...first]).toEqual([60_000, 120_000])
  expect(timesOf([text(0), text(60), text(120)])).toBe(first)
  expect([...timesOf([text(0), text(60)])]).toEqual([60_000])
  expect([...timesOf([text(0), text(61)])]).toEqual([61_000])
})

test('the times of several series come once each, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.nat(20), { maxLength: 8 }), { maxLength: 4 }), (all) => {
      const sorted = all.map((times) => times.toSorted((a, b) => a - b))
      const series = sorted.map((times) => ({
        times: Float64Array.from(times),
        values: new Float64Array(times.length),
      }))
      expect(allTimes(series)).toEqual([...new Set(all.flat())].toSorted((a, b) => a - b))
    }),
    { seed: 1 },
  )
})

test('a series has the values of its line between its points, and none in its gaps', () => {
  const times = Float64Array.from([0, 10, 20, 30, 40, 100, 110, 120, 130, 140])
  const values = times.map((time) => time * 2)
  const filled = withGaps({ times, values })
  expect([...filled.times]).toEqual([0, 10, 20, 30, 40, 50, 100, 110, 120, 130, 140])
  expect(filled.values[5]).toBeNaN()
  expect(valuesAt(filled, [-5, 5, 10, 45, 60, 105, 140, 150])).toEqual([
    null,
    10,
    20,
    null,
    null,
    210,
    280,
    null,
  ])
})
