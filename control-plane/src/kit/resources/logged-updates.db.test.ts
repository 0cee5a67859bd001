import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { project } from '../../kinds/project.ts'
import { inTransaction, systemContext } from './transaction.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: 'old' })
})
afterAll(() => world.close())

test('an update back to the values of a row that the transaction has changed is written', async () => {
  const { services } = world
  const read = () => services.db.selectFrom('project').selectAll().executeTakeFirstOrThrow()
  const row = await read()
  const found = { row, scope: { siloId: row.silo_id, projectId: row.id } }
  await inTransaction(systemContext(services, 'test'), async (context) => {
    await project.update(context, found, { description: 'new' })
    await project.update(context, found, { description: 'old' })
  })
  expect((await read()).description).toBe('old')
})
