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
  ['it may not be', failed(inSeconds(60), false), 'never'],
  ['it never was', failed(null), 'soon'],
  ['its cooldown is over', failed(inSeconds(-60)), 'soon'],
  ['its cooldown ends now', failed(now), 'soon'],
  ['it cools down', failed(inSeconds(299)), { waits: '4:59' }],
])('a failed instance is restarted, when %s', (_, instance, answer) => {
  expect(restartOf(instance, now)).toEqual(answer)
})

test('a countdown ends at nothing', () => {
  expect([5, 65, 3600, -5].map((seconds) => countdown(inSeconds(seconds), now))).toEqual([
    '0:05',
    '1:05',
    '60:00',
    '0:00',
  ])
})

test('policies are said in words', () => {
  expect([null, 'never', 'best_effort'].map((policy) => policyWords(policy as never))).toEqual([
    'Default',
    'never',
    'best effort',
  ])
})
