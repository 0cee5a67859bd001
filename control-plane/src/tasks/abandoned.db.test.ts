import { manualClock, type ManualClock } from '@granary/compute/clock.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import type { Services } from '../kit/context/services.ts'
import { rawWriter } from '../database/session.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { enqueue } from './queue.ts'
import type { TaskFunction } from './task-function.ts'
import { startWorker } from './worker.ts'
import { NO_TASKS } from '../../test/no-tasks.ts'
import { ServerState } from '../kit/context/server-state.ts'

const WAIT = { timeout: 60_000, interval: 5 }
/** Time between two renewals of leases; milliseconds. */
const RENEWAL_MS = 2_000
const LEASE_MS = 8_000

let clock: ManualClock
let database: TestDatabase
let stop = async () => {}
let letGo = () => {}
beforeEach(async () => {
  clock = manualClock()
  database = await freshDatabase()
})
afterEach(async () => {
  letGo()
  await stop()
  await database.close()
})

const servicesOf = (log: Services['log'] = () => {}) =>
  ({ ...database, state: new ServerState(database.db), clock, log, compute: {} }) as unknown as Services
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
const leases = () =>
  database.db
    .selectFrom('task')
    .select(['leased_by', 'lease_until'])
    .where('key', '=', 'long')
    .execute() as Promise<[{ leased_by: string; lease_until: string }]>
const ask = (services: Services, key: string) =>
  inTransaction(systemContext(services, 'test'), (context) =>
    enqueue(context, 'instance', key, { siloId: 'main' }),
  )
function work(services: Services, instance: TaskFunction) {
  stop = startWorker(services, { ...NO_TASKS, instance })
}
test('a task that could not be closed runs again soon, also while the worker is busy', async () => {
  const [long, short] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  letGo = () => long.resolve()
  const logged: string[] = []
  const services = servicesOf((_, message) => void logged.push(message))
  const runs: string[] = []
  await ask(services, 'long')
  await ask(services, 'short')
  work(services, async (_, key) => {
    runs.push(key)
    await (key === 'long' ? long : short).promise
  })
  await vi.waitFor(() => expect(runs.toSorted()).toEqual(['long', 'short']), WAIT)
  // The statement that ends a task fails, as while the database is away.
  await sql`alter table task rename column revision to away`.execute(rawWriter(database))
  short.resolve()
  await vi.waitFor(() => expect(logged).toContain('task could not be closed'), WAIT)
  await sql`alter table task rename column away to revision`.execute(rawWriter(database))
  await clock.advance(RENEWAL_MS)
  await vi.waitFor(() => expect(runs.slice(2)).toEqual(['short']), WAIT)
  const left = () => database.db.selectFrom('task').select('key').execute()
  await vi.waitFor(async () => expect(await left()).toEqual([{ key: 'long' }]), WAIT)
})

test('a worker renews the leases of the tasks that it runs, and no others', async () => {
  const long = Promise.withResolvers<void>()
  letGo = () => long.resolve()
  const services = servicesOf()
  const runs: string[] = []
  await ask(services, 'long')
  work(services, async (_, key) => {
    runs.push(key)
    await long.promise
  })
  await vi.waitFor(() => expect(runs).toEqual(['long']), WAIT)
  // A claim whose answer was lost with the connection leaves such a lease.
  const [{ leased_by: worker }] = await leases()
  await ask(services, 'lost')
  await database.db
    .updateTable('task')
    .set({ leased_by: worker, lease_until: later(LEASE_MS), run_at: later(LEASE_MS) })
    .where('key', '=', 'lost')
    .execute()
  for (let passed = 0; passed < LEASE_MS * 1.5; passed += RENEWAL_MS) {
    await clock.advance(RENEWAL_MS)
    await vi.waitFor(async () => {
      const until = (await leases())[0].lease_until!
      expect(until >= later(LEASE_MS - RENEWAL_MS)).toBe(true)
    }, WAIT)
  }
  // A sleep of the worker may have begun after the last step of the clock, so time goes on until it has woken.
  await vi.waitFor(async () => {
    await clock.advance(10)
    expect(runs).toEqual(['long', 'lost'])
  }, WAIT)
})

/** Makes a lease end, as when the database was away for longer than a lease lasts. */
const expire = (key: string) =>
  database.db
    .updateTable('task')
    .set({ lease_until: later(0), run_at: later(0) })
    .where('key', '=', key)
    .execute()

test('a task whose lease ended while it ran does not run twice at once', async () => {
  const [long, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  letGo = () => [long, again].forEach(({ resolve }) => resolve())
  const services = servicesOf()
  const runs: string[] = []
  await ask(services, 'long')
  work(services, async (_, key) => {
    runs.push(key)
    if (key === 'long') await (runs.length === 1 ? long : again).promise
  })
  await vi.waitFor(() => expect(runs).toEqual(['long']), WAIT)
  await expire('long')
  await ask(services, 'next')
  await vi.waitFor(() => expect(runs).toContain('next'), WAIT)
  await ask(services, 'last')
  await vi.waitFor(() => expect(runs).toContain('last'), WAIT)
  expect(runs).toEqual(['long', 'next', 'last'])
  expect((await leases())[0].lease_until >= later(LEASE_MS)).toBe(true)
  // It was asked for again while it ran, so it runs once more.
  await ask(services, 'long')
  long.resolve()
  await vi.waitFor(() => expect(runs.slice(3)).toEqual(['long']), WAIT)
  again.resolve()
  const left = () => database.db.selectFrom('task').select('key').execute()
  await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT)
})
