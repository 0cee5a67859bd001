import { type Clock, manualClock, type ManualClock, systemClock } from '@granary/compute/clock.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import type { Context } from '../kit/context/context.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Services } from '../kit/context/services.ts'
import { claim, enqueue, postpone, renew } from './queue.ts'
import type { TaskKind } from './task-kind.ts'
import type { TaskFunction } from './task-function.ts'
import { startWorker } from './worker.ts'
import { NO_TASKS } from '../../test/no-tasks.ts'
import { ServerState } from '../kit/context/server-state.ts'

let database: TestDatabase
let stops: (() => Promise<void>)[] = []
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  stops = []
  await database.close()
})

/** Only the services that the tasks use. */
const services = (clock: Clock = systemClock) =>
  ({
    ...database,
    state: new ServerState(database.db),
    clock,
    log: () => {},
    compute: {},
  }) as unknown as Services
/** The same, with a log of the levels of its lines. */
function loggingServices(clock: Clock) {
  const levels: string[] = []
  return {
    on: { ...services(clock), log: (level: string) => levels.push(level) } as unknown as Services,
    levels,
  }
}
const ask = (on: Services, key: string, delay?: number, kind: TaskKind = 'instance', siloId = 'main') =>
  inTransaction(systemContext(on, 'test'), (context) => enqueue(context, kind, key, { siloId }, delay))
function work(on: Services, instance: TaskFunction, disk: TaskFunction = async () => {}) {
  const stop = startWorker(on, { ...NO_TASKS, instance, disk })
  stops.push(stop)
  return stop
}
const tasks = () => database.db.selectFrom('task').selectAll().orderBy('key').execute()
async function until(what: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 10_000; tries++) {
    if (await what()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('it never came to be')
}
/** Advances the clock until a condition holds, with pauses in which the database can answer. */
const passing = (clock: ManualClock, what: () => boolean) =>
  until(async () => {
    await clock.advance(500)
    return what()
  })
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('runs a task once and then deletes it', async () => {
  const on = services()
  const done: string[] = []
  work(
    on,
    async (_, key) => void done.push(key),
    async (_, key) => void done.push(`disk ${key}`),
  )
  await ask(on, 'a')
  await ask(on, 'a', 0, 'disk')
  await until(async () => (await tasks()).length === 0)
  expect(done.toSorted()).toEqual(['a', 'disk a'])
})

test('merges repeated requests for a waiting task', async () => {
  const on = services()
  for (let times = 0; times < 5; times++) await ask(on, 'a')
  expect(await tasks()).toMatchObject([{ key: 'a', revision: 5 }])
  const done: string[] = []
  work(on, async (_, key) => void done.push(key))
  await until(async () => (await tasks()).length === 0)
  expect(done).toEqual(['a'])
})

test('runs a task once more when it is requested while it runs, and never twice at a time', async () => {
  const on = services()
  const { open, opened } = gate()
  let running = 0
  let runs = 0
  work(on, async () => {
    expect(++running).toBe(1)
    if (++runs === 1) await opened
    running--
  })
  await ask(on, 'a')
  await until(() => runs === 1)
  for (let times = 0; times < 3; times++) await ask(on, 'a')
  expect(runs).toBe(1)
  open()
  await until(async () => (await tasks()).length === 0)
  expect(runs).toBe(2)
})

test('waits for the due time of a task, and moves it forward on an earlier request', async () => {
  const clock = manualClock()
  const start = clock.now().getTime()
  const on = services(clock)
  const done: [string, number][] = []
  work(on, async (_, key) => void done.push([key, clock.now().getTime() - start]))
  await ask(on, 'late', 60_000)
  await ask(on, 'moved', 60_000)
  await ask(on, 'moved', 30_000)
  await passing(clock, () => done.length === 2)
  expect(done.map(([key]) => key)).toEqual(['moved', 'late'])
  expect(done[0]![1]).toBeGreaterThanOrEqual(30_000)
  expect(done[0]![1]).toBeLessThan(60_000)
  expect(done[1]![1]).toBeGreaterThanOrEqual(60_000)
})

test('retries a failed task with growing delays until it succeeds', async () => {
  const clock = manualClock()
  const on = services(clock)
  const times: number[] = []
  const start = clock.now().getTime()
  work(on, async () => {
    times.push(clock.now().getTime() - start)
    if (times.length < 6) throw new Error('not yet')
  })
  await ask(on, 'a')
  await until(() => times.length === 1)
  expect(await tasks()).toMatchObject([{ key: 'a' }])
  await passing(clock, () => times.length === 6)
  await until(async () => (await tasks()).length === 0)
  const waits = times.slice(1).map((time, at) => time - times[at]!)
  expect(waits.length).toBe(5)
  for (const [at, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(500 * 2 ** at)
})

test('keeps the error of the last attempt for operators', async () => {
  const on = services()
  work(on, () => Promise.reject(new Error('the sled is on fire')))
  await ask(on, 'a')
  await until(async () => ((await tasks())[0]?.attempts ?? 0) > 0)
  expect(await tasks()).toMatchObject([{ last_error: 'Error: the sled is on fire', leased_by: null }])
})

test('postpones a task that asks to run again, without counting a failure', async () => {
  const on = services()
  let runs = 0
  work(on, async () => (++runs < 3 ? { again: 10 } : undefined))
  await ask(on, 'a')
  await until(async () => (await tasks()).length === 0)
  expect(runs).toBe(3)
})

test('hands the task of a dead worker to another when its lease expires', async () => {
  const clock = manualClock()
  const on = services(clock)
  await ask(on, 'a')
  const [held] = await inTransaction(systemContext(on, 'test'), (context) =>
    claim(context, 'dead', 10, 20_000),
  )
  expect(held).toMatchObject({ key: 'a', leased_by: 'dead' })
  const other = (time: number) =>
    clock
      .advance(time)
      .then(() => inTransaction(systemContext(on, 'test'), (context) => claim(context, 'alive', 10, 20_000)))
  expect(await other(19_999)).toEqual([])
  expect(await other(1)).toMatchObject([{ key: 'a', leased_by: 'alive' }])
})

test('starts with all tasks of the last server on an embedded database, which has no other server', async () => {
  const on = services()
  await ask(on, 'a')
  await inTransaction(systemContext(on, 'test'), (context) => claim(context, 'dead', 10, 1_000_000))
  // The clock may have been set back since.
  await ask(on, 'late', 3_600_000)
  const done: string[] = []
  work(on, async (_, key) => void done.push(key))
  if (on.engine === 'postgres') {
    // The later task runs; the leased one does not.
    await ask(on, 'b')
    await until(() => done.length > 0)
    expect(done).toEqual(['b'])
    return
  }
  await until(() => done.length === 2)
})

test('keeps the lease of a task that runs for minutes', async () => {
  const clock = manualClock()
  const on = services(clock)
  const { open, opened } = gate()
  let runs = 0
  work(on, async () => {
    runs++
    await opened
  })
  await ask(on, 'a')
  await until(() => runs === 1)
  for (let second = 0; second < 120; second += 2) {
    await clock.advance(2_000)
    // The renewal is a statement, which takes real time.
    await until(async () => Date.parse((await tasks())[0]!.lease_until!) > clock.now().getTime() + 5_000)
  }
  expect(
    await inTransaction(systemContext(on, 'test'), (context) => claim(context, 'other', 10, 20_000)),
  ).toEqual([])
  expect(runs).toBe(1)
  open()
  await until(async () => (await tasks()).length === 0)
})

test('a worker that lost its lease does not end the task for the new holder', async () => {
  const on = services()
  const { open, opened } = gate()
  let runs = 0
  const stop = work(on, async () => {
    runs++
    await opened
  })
  await ask(on, 'a')
  await until(() => runs === 1)
  await database.db
    .updateTable('task')
    .set({ leased_by: 'other', lease_until: '2999-01-01T00:00:00.000Z' })
    .execute()
  open()
  await stop()
  expect(await tasks()).toMatchObject([{ key: 'a', leased_by: 'other' }])
})

test('two workers on one database never run a task at the same time, and miss none', async () => {
  const on = services()
  const running = new Set<string>()
  const runs = new Map<string, number>()
  const carryOut: TaskFunction = async (_, key) => {
    expect(running.has(key)).toBe(false)
    running.add(key)
    runs.set(key, (runs.get(key) ?? 0) + 1)
    // The other worker may poll for work here.
    await tasks()
    running.delete(key)
  }
  const failures: unknown[] = []
  const guarded: TaskFunction = (given, key) =>
    carryOut(given, key).catch((error: unknown) => void failures.push(error))
  work(on, guarded)
  work(on, guarded)
  const keys = Array.from({ length: 40 }, (_, at) => `k${at}`)
  await Promise.all(keys.map((key) => ask(on, key)))
  await Promise.all(keys.filter((_, at) => at % 2).map((key) => ask(on, key)))
  await until(async () => (await tasks()).length === 0)
  expect(failures).toEqual([])
  expect([...runs.keys()].toSorted()).toEqual(keys.toSorted())
})

test('stopping waits for running tasks and starts no new ones', async () => {
  const on = services()
  const { open, opened } = gate()
  const done: string[] = []
  const stop = work(on, async (_, key) => {
    done.push(`${key} begun`)
    await opened
    done.push(`${key} done`)
  })
  await ask(on, 'a')
  await until(() => done.length === 1)
  const stopped = stop()
  await ask(on, 'b')
  open()
  await stopped
  expect(done).toEqual(['a begun', 'a done'])
  expect(await tasks()).toMatchObject([{ key: 'b' }])
})

test('enqueues nothing when the transaction rolls back', async () => {
  const on = services()
  await expect(
    inTransaction(systemContext(on, 'test'), async (context) => {
      await enqueue(context, 'instance', 'a', { siloId: null })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await tasks()).toEqual([])
})

const inQueue = <Result>(on: Services, work: (context: Context) => Promise<Result>) =>
  inTransaction(systemContext(on, 'test'), work)

test('a worker renews only its own leases', async () => {
  const clock = manualClock()
  const on = services(clock)
  await ask(on, 'dying')
  await inQueue(on, (context) => claim(context, 'dead', 1, 20_000))
  await ask(on, 'living')
  await inQueue(on, (context) => claim(context, 'alive', 1, 20_000))
  await clock.advance(10_000)
  const ids = (await tasks()).map(({ id }) => id)
  await inQueue(on, (context) => renew(context, 'alive', 20_000, ids))
  await clock.advance(10_000)
  expect(await inQueue(on, (context) => claim(context, 'other', 10, 20_000))).toMatchObject([
    { key: 'dying' },
  ])
})

test('counts consecutive failures only: another look or another request resets the count', async () => {
  const clock = manualClock()
  const on = services(clock)
  const next = async () => (await inQueue(on, (context) => claim(context, 'one', 1, 20_000)))[0]!
  const attempts = async () => (await tasks())[0]!.attempts
  await ask(on, 'a')
  for (const failures of [1, 2]) {
    const task = await next()
    await inQueue(on, (context) => postpone(context, task, 0, 'no'))
    expect(await attempts()).toBe(failures)
  }
  const looking = await next()
  await inQueue(on, (context) => postpone(context, looking, 0, null))
  expect(await attempts()).toBe(0)
  const failing = await next()
  await inQueue(on, (context) => postpone(context, failing, 60_000, 'no'))
  await ask(on, 'a')
  expect(await attempts()).toBe(0)
  expect(await next()).toMatchObject({ key: 'a' })
})

test('a request for later does not delay a task that is due', async () => {
  const clock = manualClock()
  const on = services(clock)
  await ask(on, 'a')
  await ask(on, 'a', 60_000)
  expect(await inQueue(on, (context) => claim(context, 'one', 1, 20_000))).toMatchObject([{ key: 'a' }])
})

test('attempts are at most a minute apart', async () => {
  const clock = manualClock()
  const on = services(clock)
  await ask(on, 'a')
  await database.db.updateTable('task').set({ attempts: 20 }).execute()
  work(on, () => Promise.reject(new Error('not yet')))
  await until(async () => (await tasks())[0]!.attempts === 21)
  const { run_at } = (await tasks())[0]!
  expect(Date.parse(run_at) - clock.now().getTime()).toBe(60_000)
})

test('warns of a task only when it has failed again and again', async () => {
  const clock = manualClock()
  const { on, levels } = loggingServices(clock)
  let failures = 4
  let isDone = false
  work(on, async () => {
    if (failures-- > 0) throw new Error('not yet')
    isDone = true
  })
  await ask(on, 'a')
  await passing(clock, () => isDone)
  expect(levels).toEqual(['info', 'info', 'warn', 'warn'])
})
