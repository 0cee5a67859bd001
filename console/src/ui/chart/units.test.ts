import { expect, test } from 'vitest'
import { countTick, scaleFor } from './units.ts'

test('bytes take the binary unit that fits the largest value', () => {
  const label = (largest: number) => scaleFor('bytes', largest).label
  expect([0, 1023, 1024, 1024 ** 2 - 1, 1024 ** 2, 1024 ** 3, 1024 ** 4, 1024 ** 6].map(label)).toEqual([
    '(Bytes)',
    '(Bytes)',
    '(KiB)',
    '(KiB)',
    '(MiB)',
    '(GiB)',
    '(TiB)',
    '(TiB)',
  ])
  expect(scaleFor('bytes', 5 * 1024 ** 2).divisor).toBe(1024 ** 2)
  expect(scaleFor('bytes', 5 * 1024 ** 2).full(1.5 * 1024 ** 2)).toBe('1.5 MiB')
  expect(scaleFor('TiB', 0).full(1024 ** 4 * 2)).toBe('2 TiB')
  expect(scaleFor('GiB', 10).divisor).toBe(1024 ** 3)
})

test('counts keep their values; only ticks are abbreviated, to three significant digits', () => {
  const scale = scaleFor('count', 1_234_567)
  expect([scale.divisor, scale.label, scale.full(1_234_567)]).toEqual([1, '(Count)', '1,234,567'])
  expect([0, 950, 1000, 1234, 12_345, 1_500_000, 2e9, 3e12, 4e15, -2500].map(countTick)).toEqual([
    '0',
    '950',
    '1k',
    '1.23k',
    '12.3k',
    '1.5M',
    '2B',
    '3T',
    '4000T',
    '-2.5k',
  ])
})

test('durations reach from nanoseconds to seconds, and percent is as it is', () => {
  const label = (largest: number) => scaleFor('nanoseconds', largest).label
  expect([999, 1000, 1_500_000, 5e9].map(label)).toEqual(['(ns)', '(µs)', '(ms)', '(s)'])
  expect(scaleFor('nanoseconds', 1_500_000).full(1_250_000)).toBe('1.25 ms')
  expect(scaleFor('percent', 40).full(12.345)).toBe('12.35 %')
})
