import { expect, test } from 'vitest'
import { fullTime, isOneDay, timeTick } from './times.ts'

const at = (day: number, hour: number, minute = 0, second = 0): number =>
  new Date(2023, 1, day, hour, minute, second).getTime()

test('ticks have the time of day, and the date where the period has several days', () => {
  expect(timeTick(at(28, 14, 5), [at(28, 14), at(28, 15)])).toBe('14:05')
  expect(timeTick(at(28, 0), [at(28, 0), at(28, 15)])).toBe('00:00')
  expect(timeTick(at(27, 14, 5), [at(27, 14), at(28, 14)])).toBe('2/27 14:05')
  expect(timeTick(at(28, 0), [at(27, 14), at(28, 14)])).toBe('2/28')
  expect(timeTick(at(28, 14, 5, 9), [at(28, 14, 5), at(28, 14, 6)])).toBe('14:05:09')
})

test('the full time has seconds and the zone', () => {
  expect(fullTime(at(28, 0, 5, 9))).toMatch(/^Feb 28, 2023 00:05:09 \S+/)
})

test('a period that ends at midnight has two days', () => {
  expect(isOneDay([at(27, 0), at(27, 23, 59)])).toBe(true)
  expect(isOneDay([at(27, 0), at(28, 0)])).toBe(false)
})
