import { SYSTEM_ORIGIN, transaction } from '@granary/control-plane/database/session.ts'
import { openWorld } from '../../../control-plane/test/world.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

test('transactions on different rows of a small table do not conflict', async () => {
  const world = await openWorld({ started: false })
  onTestFinished(world.close)
  const { db } = world.services
  const projects = ['one', 'two', 'three', 'four', 'five', 'six']
  for (const name of projects) await world.ask('POST', '/v1/projects', { name, description: '' })
  // PostgreSQL learns how small the table is. Autovacuum does so on other servers.
  await sql`analyze project`.execute(db)
  const attempts = { one: 0, two: 0 }
  const bothHaveRead = Promise.withResolvers<void>()
  let reading = 2
  const describe = (name: 'one' | 'two') =>
    transaction(db, SYSTEM_ORIGIN, async (inner) => {
      attempts[name] += 1
      const row = await inner
        .selectFrom('project')
        .select(['id', 'description'])
        .where('name', '=', name)
        .where('silo_id', '=', (silo) => silo.selectFrom('silo').select('id').where('name', '=', 'main'))
        .executeTakeFirstOrThrow()
      if (--reading === 0) bothHaveRead.resolve()
      await bothHaveRead.promise
      await sql`update project set description = 'changed' where id = ${row.id}`.execute(inner)
    })
  await Promise.all([describe('one'), describe('two')])
  expect(attempts).toEqual({ one: 1, two: 1 })
})

test('other transactions keep the plans that PostgreSQL prefers', async () => {
  const world = await openWorld({ started: false })
  onTestFinished(world.close)
  const { db } = world.services
  const mayScan = async (on: typeof db) =>
    (await sql<{ enable_seqscan: string }>`show enable_seqscan`.execute(on)).rows[0]!.enable_seqscan
  await db.connection().execute(async (connection) => {
    const within = connection.transaction().setIsolationLevel('serializable').execute(mayScan)
    expect(await within).toBe('off')
    expect(await mayScan(connection)).toBe('on')
    const failing = connection
      .transaction()
      .setIsolationLevel('serializable')
      .execute((inner) => sql`select 1 / 0`.execute(inner))
    await expect(failing).rejects.toThrow('division by zero')
    expect(await mayScan(connection)).toBe('on')
  })
})
