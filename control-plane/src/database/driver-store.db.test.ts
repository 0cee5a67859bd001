import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import { driverStore } from './driver-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const storeOf = () => driverStore(database.db, database.engine)
const add = (before: unknown) => ((before as number | undefined) ?? 0) + 1

test('no update of one key is lost among many at once', async () => {
  const store = storeOf()
  const results = await Promise.all(Array.from({ length: 20 }, () => store.update('count', add)))
  expect(results.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(await store.get('count')).toBe(20)
})

test('an error of the change leaves the value as it is', async () => {
  const store = storeOf()
  await store.put('kept', 1)
  const refused = store.update('kept', () => {
    throw new Error('held by another server')
  })
  await expect(refused).rejects.toThrow('held by another server')
  expect(await store.get('kept')).toBe(1)
})
