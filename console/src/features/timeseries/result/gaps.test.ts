import { expect, test } from 'vitest'
import { isGap } from './gaps.ts'

const gapsIn = (...times: number[]) => times.filter((_, at) => isGap(times, at))

test('a step that is much longer than those around it is a gap', () => {
  expect(gapsIn(0, 10, 20, 50, 60)).toEqual([])
  expect(gapsIn(0, 10, 20, 51, 60, 70)).toEqual([51])
  expect(gapsIn(0, 10, 20, 500, 900, 910, 920)).toEqual([500, 900])
})

test('few points have no gap unless their steps differ', () => {
  expect(gapsIn()).toEqual([])
  expect(gapsIn(5)).toEqual([])
  expect(gapsIn(0, 1000)).toEqual([])
  expect(gapsIn(0, 10, 1000)).toEqual([1000])
  expect(gapsIn(0, 990, 1000)).toEqual([990])
})

test('points that are farther apart in older times have no gap', () => {
  const hours = Array.from({ length: 8 }, (_, at) => at * 3600)
  const seconds = Array.from({ length: 8 }, (_, at) => 7 * 3600 + (at + 1) * 10)
  expect(gapsIn(...hours, ...seconds)).toEqual([])
})
