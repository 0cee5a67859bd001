import { expect, test } from 'vitest'
import { gapsConcerning } from './gaps.ts'

const gaps = ['203.0.113.7', '203.0.113.0/28', '2001:db8::/64', 'multicast'].map((subject) => ({
  subject,
  reason: 'it is not routed to this host',
  severity: 'warning' as const,
  forwarded: null,
}))
const subjects = (...mentions: unknown[]) => gapsConcerning(gaps, ...mentions).map(({ subject }) => subject)

test('finds the gaps of mentioned addresses, and those of no address', () => {
  expect(subjects({ to: '203.0.113.7' }, { there: [] })).toEqual([
    '203.0.113.7',
    '203.0.113.0/28',
    'multicast',
  ])
  expect(subjects({ to: '10.0.0.1' }, { there: [{ address: '2001:db8::5' }] })).toEqual([
    '2001:db8::/64',
    'multicast',
  ])
  expect(subjects({ to: '203.0.113.40', text: 'via 203.0.113.0/28' })).toEqual(['multicast'])
  expect(gapsConcerning([], { to: '203.0.113.7' })).toEqual([])
})
