import { expect, test } from 'vitest'
import { lifetimeInWords, lifetimeOf, MAX_LIFETIME } from './lifetime.ts'

test('a lifetime is shown in the longest unit in which it is whole', () => {
  expect(lifetimeOf(86_400 * 30)).toEqual({ amount: 30, unit: 'days' })
  expect(lifetimeOf(90_000)).toEqual({ amount: 25, unit: 'hours' })
  expect(lifetimeOf(90)).toEqual({ amount: 90, unit: 'seconds' })
  expect(lifetimeOf(MAX_LIFETIME)).toEqual({ amount: MAX_LIFETIME, unit: 'seconds' })
})

test('one of a unit is one', () => {
  expect(lifetimeInWords(60)).toBe('1 minute')
  expect(lifetimeInWords(7200)).toBe('2 hours')
})
