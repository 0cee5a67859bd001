import { expect, test } from 'vitest'
import { capacity } from './capacity.ts'

test('an outlook can have the sum of many quotas as its limit', () => {
  const outlook = {
    resource: 'storage',
    limit: 'quota',
    amount: 2 ** 60,
    used: 2 ** 59,
    state: 'not_within_a_year',
    historyDays: 30,
    likelyDays: null,
    earliestDays: null,
    latestDays: null,
    message: 'Not before a year at this rate',
  }
  const isValid = (more: object) =>
    capacity.capacityOutlook.response.safeParse({ items: [{ ...outlook, ...more }] }).success
  expect(isValid({})).toBe(true)
  for (const amount of [-1, 0.5]) expect(isValid({ amount })).toBe(false)
})
