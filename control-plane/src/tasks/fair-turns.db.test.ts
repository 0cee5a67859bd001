import { type Clock, systemClock } from '@granary/compute/clock.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import type { Services } from '../kit/context/services.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Actor } from '../kit/base/actor.ts'
import { ANY_TURN } from './turns.ts'
import { claim, enqueue } from './queue.ts'
import type { TaskFunction } from './task-function.ts'
import { startWorker } from './worker.ts'
import { NO_TASKS } from '../../test/no-tasks.ts'
import { ServerState } from '../kit/context/server-state.ts'

let database: TestDatabase
let stop = async () => {}
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(async () => {
  await stop()
  await database.close()
})

const servicesOf = (compute: Partial<ComputeDriver> = {}, clock: Clock = systemClock) =>
  ({ ...database, state: new ServerState(database.db), clock, log: () => {}, compute }) as unknown as Services
const work = (services: Services, instance: TaskFunction, maxHeld?: number) => {
  stop = startWorker(services, { ...NO_TASKS, instance }, { maxHeld })
}
const enqueueAll = (services: Services, siloId: string, keys: readonly string[], userId?: string) =>
  inTransaction(systemContext(services, 'test'), async (system) => {
    const context = userId === undefined ? system : { ...system, actor: { userId } as Actor }
    for (const key of keys) await enqueue(context, 'instance', key, { siloId })
  })
const keys = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(3, '0')}`)
const WAIT = { timeout: 60_000, interval: 5 }

test('any number of tasks wait for the driver while others run', async () => {
  const { promise: ready, resolve: finish } = Promise.withResolvers<void>()
  let waiting = 0
  const services = servicesOf({
    destroy: async () => {
      waiting += 1
      await ready
    },
  })
  const done: string[] = []
  await enqueueAll(services, 'main', [...keys(60, 'slow'), 'zz quick'])
  work(services, async (given, key) => {
    if (key.startsWith('slow')) await given.compute.destroy(key)
    done.push(key)
  })
  await vi.waitFor(() => expect([waiting, done]).toEqual([60, ['zz quick']]), WAIT)
  finish()
  await vi.waitFor(() => expect(done.length).toBe(61), WAIT)
})

test('no more than eight tasks run at once, also when many of them resume together', async () => {
  const { promise: ready, resolve: finish } = Promise.withResolvers<void>()
  let waiting = 0
  let running = 0
  let most = 0
  const services = servicesOf({
    destroy: async () => {
      waiting += 1
      await ready
    },
  })
  const run = async () => {
    most = Math.max(most, ++running)
    for (let turn = 0; turn < 20; turn++) await database.db.selectFrom('task').select('id').execute()
    running -= 1
  }
  let done = 0
  await enqueueAll(services, 'main', keys(40, 'slow'))
  work(services, async (given, key) => {
    await run()
    await given.compute.destroy(key)
    await run()
    done += 1
  })
  await vi.waitFor(() => expect(waiting).toBe(40), WAIT)
  finish()
  await vi.waitFor(() => expect(done).toBe(40), WAIT)
  expect(most).toBe(8)
})

test('a failed call to the driver gives its slot back', async () => {
  const services = servicesOf({ destroy: () => Promise.reject(new Error('no')) })
  const done: string[] = []
  await enqueueAll(services, 'main', keys(30, 'k'))
  work(services, async (given, key) => {
    await given.compute.destroy(key).catch(() => {})
    done.push(key)
  })
  await vi.waitFor(() => expect(done.length).toBe(30), WAIT)
})

test('silos take turns: the task of one silo does not wait for the burst of another', async () => {
  const services = servicesOf()
  const order: string[] = []
  await enqueueAll(services, 'busy', keys(100, 'b'))
  await enqueueAll(services, 'calm', keys(4, 'c'))
  work(services, async (_, key) => void order.push(key))
  await vi.waitFor(() => expect(order.length).toBe(104), WAIT)
  expect(order.slice(0, 8).toSorted()).toEqual([...keys(4, 'b'), ...keys(4, 'c')])
})

test('with more silos than slots, each gets its turn before any gets a second one', async () => {
  const services = servicesOf()
  const order: string[] = []
  const silos = keys(20, 'silo')
  for (const silo of silos) await enqueueAll(services, silo, [`${silo}/1`, `${silo}/2`])
  work(services, async (_, key) => void order.push(key))
  await vi.waitFor(() => expect(order.length).toBe(40), WAIT)
  expect(
    order
      .slice(0, 20)
      .map((key) => key.split('/')[0])
      .toSorted(),
  ).toEqual(silos)
})

test('a silo whose calls all hang leaves room for another', async () => {
  const { promise: ready, resolve: finish } = Promise.withResolvers<void>()
  let waiting = 0
  const services = servicesOf({
    destroy: async () => {
      waiting += 1
      await ready
    },
  })
  const done: string[] = []
  await enqueueAll(services, 'stuck', keys(180, 'stuck'))
  work(
    services,
    async (given, key) => {
      if (key.startsWith('stuck')) await given.compute.destroy(key)
      done.push(key)
    },
    200,
  )
  await vi.waitFor(() => expect(waiting).toBe(150), WAIT)
  await enqueueAll(services, 'other', ['quick'])
  await vi.waitFor(() => expect(done).toEqual(['quick']), WAIT)
  expect(waiting).toBe(150)
  finish()
  await vi.waitFor(() => expect(done.length).toBe(181), WAIT)
})

test('a claim takes equal shares of the silos, oldest tasks first', async () => {
  const services = servicesOf()
  await enqueueAll(services, 'one', keys(10, 'one'))
  await enqueueAll(services, '', ['fleet'])
  await enqueueAll(services, 'two', keys(10, 'two'))
  const claimed = await inTransaction(systemContext(services, 'test'), (context) =>
    claim(context, 'me', 6, 20_000, { ...ANY_TURN, after: 'one' }),
  )
  const bySilo = Object.groupBy(claimed, (task) => task.silo_id)
  expect([bySilo.two?.length, bySilo['']?.length, bySilo.one?.length]).toEqual([2, 1, 2])
})

test('users of a silo take turns: the task of one user does not wait for the burst of another', async () => {
  const services = servicesOf()
  const order: string[] = []
  await enqueueAll(services, 'main', keys(100, 'b'), 'busy')
  await enqueueAll(services, 'main', keys(4, 'c'), 'calm')
  await enqueueAll(services, 'main', keys(1, 's'))
  work(services, async (_, key) => void order.push(key))
  await vi.waitFor(() => expect(order.length).toBe(105), WAIT)
  expect(order.slice(0, 9).toSorted()).toEqual([...keys(4, 'b'), ...keys(4, 'c'), ...keys(1, 's')])
})

test('with more users than slots, each gets a turn before any gets a second one', async () => {
  const services = servicesOf()
  const order: string[] = []
  const users = keys(20, 'user')
  for (const user of users) await enqueueAll(services, 'main', [`${user}/1`, `${user}/2`], user)
  work(services, async (_, key) => void order.push(key))
  await vi.waitFor(() => expect(order.length).toBe(40), WAIT)
  expect(
    order
      .slice(0, 20)
      .map((key) => key.split('/')[0])
      .toSorted(),
  ).toEqual(users)
})

test('a silo with many users gets no more turns than one with few', async () => {
  const services = servicesOf()
  for (const user of keys(20, 'user')) await enqueueAll(services, 'many', [user], user)
  await enqueueAll(services, 'one', keys(20, 'one'), 'alone')
  const claimed = await inTransaction(systemContext(services, 'test'), (context) =>
    claim(context, 'me', 8, 20_000),
  )
  const bySilo = Object.groupBy(claimed, (task) => task.silo_id)
  expect([bySilo.many?.length, bySilo.one?.length]).toEqual([4, 4])
})

test('a task that another user wants too takes the turns of that user', async () => {
  const services = servicesOf()
  const order: string[] = []
  await enqueueAll(services, 'main', keys(100, 'b'), 'busy')
  await enqueueAll(services, 'main', ['b099'], 'calm')
  await enqueueAll(services, 'main', ['b098', 'b099'])
  work(services, async (_, key) => void order.push(key))
  await vi.waitFor(() => expect(order.length).toBe(100), WAIT)
  expect(order.indexOf('b099')).toBeLessThan(2)
  expect(order.indexOf('b098')).toBeGreaterThan(90)
})
