import { manualClock, type ManualClock } from '@granary/compute/clock.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { inLockedTransaction, inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { claim, enqueue, nextRunTime, postpone, renew } from './queue.ts'
import { ServerState } from '../kit/context/server-state.ts'

const LEASE = 20_000

let database: TestDatabase
let clock: ManualClock
beforeEach(async () => {
  database = await freshDatabase()
  clock = manualClock()
})
afterEach(() => database.close())

const context = () =>
  systemContext(
    { ...database, state: new ServerState(database.db), clock, log: () => {} } as unknown as Services,
    'test',
  )
const inQueue = <Result>(work: (context: Context) => Promise<Result>) => inTransaction(context(), work)
const ask = (key: string, delay?: number) =>
  inQueue((inner) => enqueue(inner, 'instance', key, { siloId: 'main' }, delay))
const take = (limit = 10) => inQueue((inner) => claim(inner, 'me', limit, LEASE))
/** Milliseconds until the worker looks for tasks again; null when there are none. */
const untilNext = async () => {
  const due = await nextRunTime(context())
  return due && due.getTime() - clock.now().getTime()
}

test('a task that was enqueued again while it ran is due at once, however long it asks to wait', async () => {
  await ask('a')
  const [task] = await take()
  await ask('a')
  await inQueue((inner) => postpone(inner, task!, 60_000, null))
  expect(await untilNext()).toBe(0)
  const [again] = await take()
  await inQueue((inner) => postpone(inner, again!, 60_000, null))
  expect(await untilNext()).toBe(60_000)
})

test('a leased task is next due when its lease expires, also after a renewal', async () => {
  expect(await untilNext()).toBeNull()
  await ask('a')
  expect(await untilNext()).toBe(0)
  const [task] = await take()
  expect(await untilNext()).toBe(LEASE)
  await clock.advance(5_000)
  expect(await untilNext()).toBe(LEASE - 5_000)
  await inQueue((inner) => renew(inner, 'me', LEASE, [task!.id]))
  expect(await untilNext()).toBe(LEASE)
})

test('a leased task that is enqueued again is no reason to look before its lease expires', async () => {
  await ask('a')
  await take()
  await ask('a')
  expect(await untilNext()).toBeNull()
  expect(await take()).toEqual([])
  await clock.advance(LEASE)
  expect(await take()).toMatchObject([{ key: 'a' }])
})

test('a lease that expired long ago is over, too', async () => {
  await ask('a')
  await take()
  await clock.advance(LEASE * 10)
  expect(await take()).toMatchObject([{ key: 'a' }])
})

test('takes the tasks of a user in the order in which they are due', async () => {
  for (const [key, delay] of [
    ['c', 30],
    ['a', 10],
    ['d', 40],
    ['b', 20],
  ] as const)
    await ask(key, delay)
  await clock.advance(100)
  const order = [...(await take(1)), ...(await take(1)), ...(await take(2))]
  expect(order.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd'])
})

test('a claim does not wait for another worker that is taking tasks', async ({ skip }) => {
  skip(database.engine !== 'postgres', 'an embedded database has one transaction at a time')
  await ask('a')
  await ask('b')
  const taken = await inLockedTransaction(context(), async (one) => {
    const own = await claim(one, 'one', 1, LEASE)
    const others = await inLockedTransaction(context(), (two) => claim(two, 'two', 1, LEASE))
    return [...own, ...others]
  })
  expect(taken.map(({ key, leased_by }) => `${key} ${leased_by}`)).toEqual(['a one', 'b two'])
})
