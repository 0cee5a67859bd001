import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetClock, learnClock, now, onClockDifference } from './clock.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000
beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
})
afterEach(() => {
  forgetClock()
  vi.useRealTimers()
})

const answer = (time: number, headers: Record<string, string> = {}) =>
  new Response('', { headers: { date: new Date(time).toUTCString(), ...headers } })

test('goes by the clock of the server, and says by how much it is ahead', () => {
  const said = vi.fn()
  onClockDifference(said)
  learnClock(answer(NOON + 2 * HOUR), NOON)
  expect(now()).toBe(NOON + 2 * HOUR)
  expect(said.mock.calls).toEqual([[2 * HOUR]])
  vi.advanceTimersByTime(60_000)
  expect(now()).toBe(NOON + 2 * HOUR + 60_000)
})

test('keeps the clock of the browser when both agree, apart from the network', () => {
  learnClock(answer(NOON - 20_000), NOON)
  expect(now()).toBe(NOON)
})

test('takes no answer of a cache, without a date, or that took long', () => {
  learnClock(answer(NOON - HOUR, { age: '3600' }), NOON)
  learnClock(new Response(''), NOON)
  learnClock(answer(NOON - HOUR), NOON - 40_000)
  expect(now()).toBe(NOON)
  learnClock(answer(NOON - HOUR), NOON)
  expect(now()).toBe(NOON - HOUR)
})
