import { expect, test } from 'vitest'
import { lifetimeInWords, lifetimeOf, MAX_LIFETIME } from './lifetime.ts'

test('shows a lifetime in the longest unit that gives a whole number', () => {
  expect(lifetimeOf(86_400 * 30)).toEqual({ amount: 30, unit: 'days' })
  expect(lifetimeOf(90_000)).toEqual({ amount: 25, unit: 'hours' })
  expect(lifetimeOf(90)).toEqual({ amount: 90, unit: 'seconds' })
  expect(lifetimeOf(MAX_LIFETIME)).toEqual({ amount: MAX_LIFETIME, unit: 'seconds' })
})

test('uses the singular for one of a unit', () => {
  expect(lifetimeInWords(60)).toBe('1 minute')
  expect(lifetimeInWords(7200)).toBe('2 hours')
})
