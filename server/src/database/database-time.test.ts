import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followDatabaseTime } from './database-time.ts'

const HOUR = 3_600_000
const LOOK_MS = 10_000
const start = Date.parse('2026-01-01T00:00:00Z')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database, and a host that has a wrong calendar. @param there milliseconds of a question's way to the database. */
async function follow({ there = 0, back = 0, wrong = 0 }) {
  const host = { elapsed: 1_000, there, back, down: false, database: start }
  const pass = (ms: number) => {
    host.elapsed += ms
    host.database += ms
  }
  const read = async () => {
    if (host.down) throw new Error('the database is away')
    pass(host.there)
    const time = host.database
    pass(host.back)
    return time
  }
  const guess = () => host.database + wrong
  const time = await followDatabaseTime(read, guess, () => host.elapsed)
  const look = async (ms = LOOK_MS) => {
    pass(ms)
    await vi.advanceTimersByTimeAsync(LOOK_MS)
  }
  return { host, time, pass, look, error: () => time.now() - host.database }
}

test('shows the time of the database, however wrong the calendar of the host is', async () => {
  const { pass, error } = await follow({ wrong: HOUR })
  expect(error()).toBe(0)
  pass(HOUR)
  expect(error()).toBe(0)
})

test('is wrong by no more than the way to the database takes', async () => {
  const way = fc.nat(5_000)
  const step = fc.record({ there: way, back: way, drift: fc.integer({ min: -50, max: 50 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -HOUR, max: HOUR }),
      fc.array(step, { minLength: 1 }),
      async (wrong, steps) => {
        const { host, look, time, error } = await follow({ wrong, ...steps[0]! })
        for (const { there, back, drift } of steps) {
          host.database += drift
          Object.assign(host, { there, back })
          await look()
          expect(error()).toBeLessThanOrEqual(there)
          expect(error()).toBeGreaterThanOrEqual(-back)
        }
        time.close()
      },
    ),
  )
})

test('a slow answer changes nothing, and an hour at which the database was set is followed', async () => {
  const { host, look, error } = await follow({})
  Object.assign(host, { there: 3_000 })
  await look()
  expect(error()).toBe(0)
  host.database += HOUR
  await look()
  expect(Math.abs(error())).toBeLessThanOrEqual(3_000)
})

test('goes on by itself while the database is away, and ends', async () => {
  const { host, look, time, error } = await follow({ wrong: -HOUR })
  host.down = true
  await look()
  expect(error()).toBe(0)
  time.close()
  expect(vi.getTimerCount()).toBe(0)
})
