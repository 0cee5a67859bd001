import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { steadyClock } from './steady-clock.ts'

const HOUR = 3_600_000
const start = Date.parse('2026-01-01T00:00:00Z')

/** A host whose calendar can be set, and the clock of a server on it. */
function hostAt(time: number) {
  const log = vi.fn()
  const host = { wall: time, elapsed: 0 }
  const clock = steadyClock(log, { wall: () => host.wall, elapsed: () => host.elapsed })
  const pass = (ms: number) => {
    host.wall += ms
    host.elapsed += ms
  }
  return { log, host, pass, now: () => clock.now().getTime() }
}

test('shows the time of the host, also after it was set forward', () => {
  const { host, log, pass, now } = hostAt(start)
  pass(5_000)
  expect(now()).toBe(start + 5_000)
  host.wall += HOUR
  pass(1_000)
  expect(now()).toBe(start + 6_000 + HOUR)
  expect(log).not.toHaveBeenCalled()
})

test('goes on at half the pace after the host was set back, warns once, and meets the host again', () => {
  const { host, log, pass, now } = hostAt(start)
  host.wall -= HOUR
  expect(now()).toBe(start)
  pass(10_000)
  expect(now()).toBe(start + 5_000)
  pass(2 * HOUR)
  expect(now()).toBe(host.wall)
  expect(log.mock.calls).toEqual([['warn', expect.stringMatching(/set back/), { seconds: 3_600 }]])
  host.wall -= HOUR
  now()
  expect(log).toHaveBeenCalledTimes(2)
})

test('never goes back, whatever happens to the host', () => {
  const step = fc.record({ set: fc.integer({ min: -HOUR, max: HOUR }), pass: fc.nat(HOUR) })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { host, pass, now } = hostAt(start)
      let last = now()
      for (const { set, pass: ms } of steps) {
        host.wall += set
        pass(ms)
        const shown = now()
        expect(shown).toBeGreaterThanOrEqual(Math.max(host.wall, last + ms / 2 - 1))
        last = shown
      }
    }),
  )
})
