import { expect, test } from 'vitest'
import { spanning, stepChart } from './steps.ts'

const PERIOD = [100, 200] as const

test('a line starts with the value before the period, and ends with the last one', () => {
  expect(spanning({ before: 4, within: [{ time: 150, value: 6 }] }, PERIOD)).toEqual([
    { time: 100, value: 4 },
    { time: 150, value: 6 },
    { time: 200, value: 6 },
  ])
  expect(spanning({ before: 4, within: [] }, PERIOD).map(({ value }) => value)).toEqual([4, 4])
})

test('a counter that began within the period was 0 before, and a change at the start counts', () => {
  expect(spanning({ before: undefined, within: [{ time: 150, value: 6 }] }, PERIOD)[0]!.value).toBe(0)
  expect(spanning({ before: 4, within: [{ time: 100, value: 6 }] }, PERIOD)).toEqual([
    { time: 100, value: 6 },
    { time: 200, value: 6 },
  ])
})

test('counters keep their values while others change', () => {
  const chart = stepChart(
    [
      { label: 'Provisioned', look: 'step', changes: { before: 1, within: [{ time: 150, value: 2 }] } },
      { label: 'Quota', look: 'limit', changes: { before: 8, within: [{ time: 120, value: 9 }] } },
    ],
    PERIOD,
  )
  expect(chart.times).toEqual([100, 120, 150, 200])
  expect(chart.lines.map(({ values }) => values)).toEqual([
    [1, 1, 2, 2],
    [8, 9, 9, 9],
  ])
})
