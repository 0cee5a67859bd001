import { expect, test } from 'vitest'
import { pollInterval } from './poll-interval.ts'
import { progressOf } from './progress.ts'
import type { Status } from './queries.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000)

const status = (changes: Partial<Status> = {}): Status => ({
  componentsByReleaseVersion: { '1.1.0': 2, '1.0.0': 1 },
  targetRelease: { version: '1.1.0', timeRequested: minutesAgo(600) },
  timeLastStepPlanned: minutesAgo(600),
  suspended: false,
  contactSupport: false,
  ...changes,
})

test('rounds the progress down, so that 100 % means all components', () => {
  expect(progressOf(status())).toEqual({ current: 2, total: 3, percent: 66 })
  const nearly = status({ componentsByReleaseVersion: { '1.1.0': 999, '1.0.0': 1 } })
  expect(progressOf(nearly)?.percent).toBe(99)
  // 29 / 100 * 100 is less than 29.
  const part = status({ componentsByReleaseVersion: { '1.1.0': 29, '1.0.0': 71 } })
  expect(progressOf(part)?.percent).toBe(29)
  expect(progressOf(status({ componentsByReleaseVersion: { '1.1.0': 7 } }))?.percent).toBe(100)
  expect(progressOf(status({ componentsByReleaseVersion: { unknown: 7 } }))?.percent).toBe(0)
})

test('has no progress without a target or components', () => {
  expect(progressOf(status({ targetRelease: null }))).toBeNull()
  expect(progressOf(status({ componentsByReleaseVersion: {} }))).toBeNull()
})

test('polls more often for half an hour after a target or a step', () => {
  expect(pollInterval(undefined, NOW)).toBe(120_000)
  expect(pollInterval(status(), NOW)).toBe(120_000)
  expect(pollInterval(status({ timeLastStepPlanned: minutesAgo(29) }), NOW)).toBe(20_000)
  expect(pollInterval(status({ timeLastStepPlanned: minutesAgo(30) }), NOW)).toBe(120_000)
  const target = { version: '1.1.0', timeRequested: minutesAgo(1) }
  expect(pollInterval(status({ targetRelease: target }), NOW)).toBe(20_000)
})
