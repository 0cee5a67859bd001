import { expect, test } from 'vitest'
import { outlookText } from './trend-words.ts'

const text = (likelyDays: number | null, earliestDays: number, latestDays: number | null) =>
  outlookText({ state: 'runs_out', likelyDays, earliestDays, latestDays }, 30, 'quota')

test.each([
  [35, 22, 60, 'Runs out in about 5 weeks at this rate (between 3 and 9)'],
  [35, 35, 35, 'Runs out in about 5 weeks at this rate'],
  [35, 22, null, 'Runs out in about 5 weeks at this rate (3 at the earliest)'],
  [2, 1.5, 4, 'Runs out in about 2 days at this rate (between 1 and 4)'],
  [1.2, 1.1, 1.9, 'Runs out in about 1 day at this rate'],
  [0.2, 0.1, 1.9, 'Runs out within a day at this rate'],
  [200, 100, 300, 'Runs out in about 7 months at this rate (between 3 and 10)'],
  [null, 80, null, 'Most likely not within a year (2 months at the earliest)'],
  [null, 0.5, null, 'Most likely not within a year (a day at the earliest)'],
])('%s days, between %s and %s: %s', (likely, earliest, latest, expected) =>
  expect(text(likely, earliest, latest)).toBe(expected),
)

test('promises nothing without a trend', () => {
  expect(outlookText({ state: 'not_enough_history' }, 2, 'quota')).toBe(
    'Not enough history yet (2 of 7 days)',
  )
  expect(outlookText({ state: 'not_within_a_year' }, 30, 'quota')).toBe('Not before a year at this rate')
  expect(outlookText({ state: 'full' }, 0, 'quota')).toBe('Full')
})

test('says why nothing may be used', () => {
  expect(outlookText({ state: 'no_capacity' }, 0, 'quota')).toBe('The quota is 0')
  expect(outlookText({ state: 'no_capacity' }, 0, 'sleds')).toBe('No capacity on the sleds')
})
