import { type Clock, manualClock } from '@granary/compute/clock.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import type { Services } from '../kit/context/services.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { enqueue } from './queue.ts'
import type { TaskFunction } from './task-function.ts'
import { startWorker } from './worker.ts'
import { NO_TASKS } from '../../test/no-tasks.ts'
import { ServerState } from '../kit/context/server-state.ts'

/** Here no time passes, so a worker that waits for a timer waits forever: everything must wake it. */
let clock: Clock
let sleeps: () => number
let database: TestDatabase
let stop = async () => {}
beforeEach(async () => {
  clock = manualClock()
  const setTimer = vi.spyOn(clock, 'setTimer')
  // Leases are renewed every five seconds, too.
  sleeps = () => setTimer.mock.calls.length - 1
  database = await freshDatabase()
})
afterEach(async () => {
  await stop()
  await database.close()
})

const servicesOf = (compute: Partial<ComputeDriver> = {}) =>
  ({ ...database, state: new ServerState(database.db), clock, log: () => {}, compute }) as unknown as Services
const enqueueAll = (services: Services, count: number) =>
  inTransaction(systemContext(services, 'test'), async (context) => {
    for (let key = 0; key < count; key++) await enqueue(context, 'instance', `k${key}`, { siloId: 'main' })
  })
const WAIT = { timeout: 60_000, interval: 5 }
function work(services: Services, instance: TaskFunction, maxHeld?: number) {
  stop = startWorker(services, { ...NO_TASKS, instance }, { maxHeld })
}
/** Tasks that wait until each is let go. */
function gates() {
  const waiting: (() => void)[] = []
  return { wait: () => new Promise<void>((resolve) => waiting.push(resolve)), waiting }
}

test('a task that ends makes room for the next one at once', async () => {
  const { wait, waiting } = gates()
  const services = servicesOf()
  await enqueueAll(services, 10)
  work(services, wait)
  await vi.waitFor(() => expect(waiting).toHaveLength(8), WAIT)
  waiting[0]!()
  await vi.waitFor(() => expect(waiting).toHaveLength(9), WAIT)
  waiting[1]!()
  await vi.waitFor(() => expect(waiting).toHaveLength(10), WAIT)
  for (const go of waiting) go()
})

test('a silo at its limit takes the next task as soon as one has ended', async () => {
  const { wait, waiting } = gates()
  const services = servicesOf({ destroy: wait })
  await enqueueAll(services, 6)
  work(services, (given, key) => given.compute.destroy(key), 2)
  await vi.waitFor(() => expect(waiting).toHaveLength(2), WAIT)
  waiting[0]!()
  await vi.waitFor(() => expect(waiting).toHaveLength(3), WAIT)
  waiting[1]!()
  await vi.waitFor(() => expect(waiting).toHaveLength(4), WAIT)
  await stopping(waiting)
})

/** Lets tasks go until the worker has stopped. */
async function stopping(waiting: (() => void)[]): Promise<void> {
  const stopped = stop()
  stop = async () => {}
  for (const go of waiting) go()
  await stopped
}

test('a task that asks to run again at once does so, also when the worker sleeps', async () => {
  const { wait, waiting } = gates()
  const services = servicesOf()
  await enqueueAll(services, 1)
  work(services, async () => {
    await wait()
    return waiting.length < 3 ? { again: 0 } : undefined
  })
  for (let run = 1; run <= 3; run++) {
    await vi.waitFor(() => expect(waiting).toHaveLength(run), WAIT)
    // A worker with nothing to do asks when the next task is due, and sleeps.
    await vi.waitFor(() => expect(sleeps()).toBeGreaterThanOrEqual(run), WAIT)
    waiting[run - 1]!()
  }
})

test('a worker that is stopped while it takes tasks gives them back', async () => {
  const services = servicesOf()
  await enqueueAll(services, 3)
  let runs = 0
  let stopped: Promise<void> | undefined
  // A claim reads the time once before it writes the lease.
  const now = clock.now.bind(clock)
  clock.now = () => {
    if (new Error().stack?.includes('claim')) stopped ??= stop()
    return now()
  }
  work(services, async () => void runs++)
  await vi.waitFor(() => expect(stopped).toBeDefined(), WAIT)
  await stopped
  expect(runs).toBe(0)
  const left = await database.db.selectFrom('task').select(['leased_by', 'run_at']).execute()
  expect(left).toEqual(Array.from({ length: 3 }, () => ({ leased_by: null, run_at: now().toISOString() })))
})
