import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import { SYSTEM_ORIGIN, transaction } from './session.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const record = (key: string) => ({ key, value: '{}' })

/** Attempts at work that always fails with a retryable error. */
async function attemptsAt(error: unknown): Promise<number> {
  let attempts = 0
  const work = transaction(database.db, SYSTEM_ORIGIN, async () => {
    attempts++
    throw error
  })
  await expect(work).rejects.toBe(error)
  return attempts
}

test('gives each of several concurrent transactions a free number of its own', async () => {
  const take = () =>
    transaction(database.db, SYSTEM_ORIGIN, async (inner) => {
      const taken = await inner
        .selectFrom('driver_record')
        .select('key')
        .where('key', 'like', 'free-%')
        .execute()
      await inner
        .insertInto('driver_record')
        .values(record(`free-${taken.length}`))
        .execute()
      return taken.length
    })
  const numbers = await Promise.all(Array.from({ length: 30 }, take))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => at))
})

test('counts with locked rows right, without a single repetition', async () => {
  await database.db.insertInto('driver_record').values(record('counter')).execute()
  let attempts = 0
  const add = () =>
    transaction(
      database.db,
      SYSTEM_ORIGIN,
      async (inner) => {
        attempts++
        let counter = inner.selectFrom('driver_record').select('value').where('key', '=', 'counter')
        if (database.engine === 'postgres') counter = counter.forUpdate()
        const { value } = await counter.executeTakeFirstOrThrow()
        await inner
          .updateTable('driver_record')
          .set({ value: `{"n":${(JSON.parse(value).n ?? 0) + 1}}` })
          .where('key', '=', 'counter')
          .execute()
      },
      'locked rows',
    )
  await Promise.all(Array.from({ length: 30 }, add))
  const counter = database.db.selectFrom('driver_record').select('value').where('key', '=', 'counter')
  expect(await counter.executeTakeFirst()).toEqual({ value: '{"n":30}' })
  expect(attempts).toBe(30)
})

test('repeats one of two transactions that wait for each other', async () => {
  const [one, two] = ['one', 'two']
  for (const key of [one, two]) await database.db.insertInto('driver_record').values(record(key)).execute()
  const bothHold = Promise.withResolvers<void>()
  let [attempts, held] = [0, 0]
  const write = (first: string, second: string) =>
    transaction(
      database.db,
      SYSTEM_ORIGIN,
      async (inner) => {
        attempts++
        const set = inner.updateTable('driver_record').set({ value: `{"by":"${first}"}` })
        await set.where('key', '=', first).execute()
        if (++held === 2) bothHold.resolve()
        // Other engines run one after the other.
        if (database.engine === 'postgres') await bothHold.promise
        await set.where('key', '=', second).execute()
      },
      'locked rows',
    )
  await Promise.all([write(one, two), write(two, one)])
  expect(attempts).toBe(database.engine === 'postgres' ? 3 : 2)
})

test('stops retrying work that can never succeed, and does not retry other errors', async () => {
  const postgres = database.engine === 'postgres'
  expect(await attemptsAt(new Error('a mistake'))).toBe(1)
  expect(await attemptsAt(Object.assign(new Error('collided'), { code: '40001' }))).toBe(postgres ? 15 : 1)
  expect(await attemptsAt(Object.assign(new Error('waited'), { code: '55P03' }))).toBe(postgres ? 4 : 1)
  await database.db.insertInto('driver_record').values(record('held')).execute()
  let attempts = 0
  const work = transaction(database.db, SYSTEM_ORIGIN, async (inner) => {
    attempts++
    await inner.insertInto('driver_record').values(record('held')).execute()
  })
  await expect(work).rejects.toThrow(/unique/i)
  expect(attempts).toBe(postgres ? 6 : 1)
})

test('waits for a lock as often after conflicts as without any', async () => {
  const failures = ['40001', '40001', '40001', '40001', '55P03', '40001', '55P03', '55P03']
  const work = transaction(database.db, SYSTEM_ORIGIN, async () => {
    const code = failures.shift()
    if (code) throw Object.assign(new Error('failed'), { code })
    return 'done'
  })
  if (database.engine === 'postgres') expect(await work).toBe('done')
  else await expect(work).rejects.toThrow('failed')
})

test('an operation that conflicts takes turns, so that few attempts are lost', async () => {
  await database.db.insertInto('driver_record').values(record('hot')).execute()
  const origin = { operation: 'count', silo: 'one', user: 'u' }
  let attempts = 0
  const add = () =>
    transaction(database.db, origin, async (inner) => {
      attempts++
      const hot = inner.selectFrom('driver_record').select('value').where('key', '=', 'hot')
      const { value } = await hot.executeTakeFirstOrThrow()
      await inner
        .updateTable('driver_record')
        .set({ value: `{"n":${(JSON.parse(value).n ?? 0) + 1}}` })
        .where('key', '=', 'hot')
        .execute()
    })
  let failures = 0
  const failOnce = async () => {
    if (failures++ === 0) throw Object.assign(new Error('conflict'), { code: '40001' })
  }
  if (database.engine === 'postgres') await transaction(database.db, origin, failOnce)
  await Promise.all(Array.from({ length: 30 }, add))
  // Nearly all of them would be repeated. On a slow machine some don't wait for the end of the one before.
  expect(attempts).toBeLessThan(45)
  const hot = database.db.selectFrom('driver_record').select('value').where('key', '=', 'hot')
  expect(await hot.executeTakeFirst()).toEqual({ value: '{"n":30}' })
})
