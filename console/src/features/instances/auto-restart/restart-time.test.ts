import { expect, test } from 'vitest'
import { countdown, policyWords, restartOf } from './restart-time.ts'

const now = new Date('2026-11-21T12:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const failed = (until: Date | null, autoRestartEnabled = true) => ({
  runState: 'failed' as const,
  autoRestartEnabled,
  autoRestartPolicy: null,
  autoRestartCooldownExpiration: until,
})

test.each([
  ['its policy forbids it', failed(inSeconds(60), false), 'never'],
  ['it was never restarted', failed(null), 'soon'],
  ['its cooldown is over', failed(inSeconds(-60)), 'soon'],
  ['its cooldown ends this instant', failed(now), 'soon'],
  ['its cooldown is running', failed(inSeconds(299)), { waits: '4:59' }],
])('tells when a failed instance restarts: %s', (_, instance, answer) => {
  expect(restartOf(instance, now)).toEqual(answer)
})

test('stops a countdown at zero', () => {
  expect([5, 65, 3600, -5].map((seconds) => countdown(inSeconds(seconds), now))).toEqual([
    '0:05',
    '1:05',
    '60:00',
    '0:00',
  ])
})

test('formats restart policies', () => {
  expect([null, 'never', 'best_effort'].map((policy) => policyWords(policy as never))).toEqual([
    'Default',
    'never',
    'best effort',
  ])
})
