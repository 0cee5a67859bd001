import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline-path.ts'

test('spreads the values over the box, the largest at the top', () => {
  expect(sparklinePath([0, 5, 10])).toBe('M0 20L50 10L100 0')
})

test('a gap breaks the line, and a lonely point is a dot', () => {
  expect(sparklinePath([1, null, 1, null, 1, 1], 2)).toBe('M0 10h0M40 10h0M80 10L100 10')
})

test('values above the top, and lines of zeros or nothing, stay in the box', () => {
  expect(sparklinePath([4, -1], 2)).toBe('M0 0L100 20')
  expect(sparklinePath([0, 0])).toBe('M0 20L100 20')
  expect([sparklinePath([]), sparklinePath([null])]).toEqual(['', ''])
})
