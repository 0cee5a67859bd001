import { expect, test } from 'vitest'
import { matchesClass, subscriptionProblem } from './alert-subscriptions.ts'

test.each([
  ['instance.failed', 'instance.failed', true],
  ['instance.failed', 'instance.failed.resolved', false],
  ['instance', 'instance.failed', false],
  ['instance.*', 'instance.failed', true],
  ['instance.*', 'instance.failed.resolved', false],
  ['instance.**', 'instance.failed.resolved', true],
  ['instance.**', 'instance', false],
  ['**', 'instance.failed', true],
  ['**.resolved', 'instance.failed.resolved', true],
  ['**.resolved', 'resolved', false],
  ['*.failed', 'instance.failed', true],
  ['**.sled.*', 'hardware.sled.unreachable', true],
  ['**.**', 'one', false],
  ['**.**', 'one.two.three', true],
])('%s matches %s: %s', (subscription, name, expected) => {
  expect(matchesClass(subscription, name)).toBe(expected)
})

test.each([
  '',
  '.',
  'a.',
  '.a',
  'a..b',
  'a b',
  'a*',
  '*a.b',
  '***',
  ' a',
  'a.b\n',
  'ä',
  'a-b',
  'x'.repeat(257),
])('refuses the subscription "%s"', (text) => {
  expect(subscriptionProblem(text)).not.toBeNull()
})

test.each(['a', 'A_1.b', '*', '**', 'a.*.b', '**.a'])('allows the subscription %s', (text) => {
  expect(subscriptionProblem(text)).toBeNull()
})
