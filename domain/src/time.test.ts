import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateAndTime, daysText, duration, formatDateTime, timeAgo } from './time.ts'

const now = new Date('2026-11-20T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const [hour, day] = [3600, 86_400]

test.each([
  [-5, '0s'],
  [6, '6s'],
  [59.9, '59s'],
  [55 * 60, '55m'],
  [hour, '1h'],
  [23 * hour + 3599, '23h'],
  [day, '1d'],
  [28 * day, '28d'],
  [30 * day, '1mo'],
  [215 * day, '7mo'],
  [365 * day, '1y'],
  [800 * day, '2y'],
])('%d seconds ago is %s', (seconds, text) => expect(timeAgo(before(seconds), now)).toBe(text))

test('an age is never more than the text plus one unit', () => {
  const lengths: Record<string, number> = { s: 1, m: 60, h: hour, d: day, mo: 30 * day, y: 365 * day }
  fc.assert(
    fc.property(fc.nat(100 * 365 * day), (seconds) => {
      const [, count, unit] = /^(\d+)(s|m|h|d|mo|y)$/.exec(timeAgo(before(seconds), now))!
      const length = lengths[unit!]!
      expect(Number(count) * length).toBeLessThanOrEqual(seconds)
      expect((Number(count) + 1) * length).toBeGreaterThan(seconds)
    }),
  )
})

test.each([
  [-1000, '0 seconds'],
  [1400, '1 second'],
  [59_400, '59 seconds'],
  [59_600, '1 minute'],
  [5 * 60_000, '5 minutes'],
  [59.6 * 60_000, '1 hour'],
  [23.6 * 3_600_000, '1 day'],
  [36.1 * 3_600_000, '2 days'],
  [400 * 86_400_000, '400 days'],
])('%d milliseconds are %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text))

const midnight = new Date(2023, 1, 28)

test('follows the locale', () => {
  expect(dateAndTime(midnight, 'en-US')).toEqual({ date: 'Feb 28, 2023', time: '12:00 AM' })
  expect(dateAndTime(midnight, 'de')).toEqual({ date: '28.02.2023', time: '00:00' })
  expect(formatDateTime(midnight, 'en-US')).toBe('Feb 28, 2023, 12:00 AM')
})

test.each([
  [90, '90 days'],
  [1, '1 day'],
  [0.5, '0.5 days'],
  [29.999_99, '30 days'],
])('%s days are %s', (days, text) => expect(daysText(days)).toBe(text))
