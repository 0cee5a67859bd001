import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/databases.ts'
import { explain } from '../../../test/explain.ts'
import { waitingInstances } from './start-problem.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

test('the instances that wait for a start are found without a look at the others', async () => {
  const plan = await explain(database, waitingInstances(database, 'x'))
  expect(plan).toMatch(/instance_by_start_problem/)
  expect(plan).not.toMatch(/SCAN|Seq Scan|TEMP B-TREE|Sort/)
})
