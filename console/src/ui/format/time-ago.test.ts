import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.tsx'

const at = (seconds: number) => timeAgo(new Date(0), new Date(seconds * 1000))

test('one unit, the largest that fits', () => {
  expect([6, 59, 60, 3_300, 3_600, 86_399, 86_400, 28 * 86_400, 31 * 86_400, 400 * 86_400, 800 * 86_400].map(at)).toEqual([
    '6s',
    '59s',
    '1m',
    '55m',
    '1h',
    '23h',
    '1d',
    '28d',
    '1mo',
    '1y',
    '2y',
  ])
})

test('a clock that runs behind the server shows no negative age', () => {
  expect(timeAgo(new Date(5_000), new Date(0))).toBe('0s')
})
