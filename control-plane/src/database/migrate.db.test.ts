import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/databases.ts'
import type { Migration } from './migration.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

const newest = migrations.length
const step = (id: number, up: Migration['up']): Migration => ({ id, name: `step-${id}`, up })

test('migrations are numbered from 1 without a gap', () => {
  expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, at) => at + 1))
})

test('runs new migrations only', async () => {
  const { db, engine, close } = await freshDatabase()
  let runs = 0
  const more = [
    ...migrations,
    step(newest + 1, async (inner) => {
      runs++
      await sql`create table pear (id integer)`.execute(inner)
    }),
  ]
  await migrate(db, engine, more)
  await migrate(db, engine, more)
  expect(runs).toBe(1)
  expect((await sql`select * from pear`.execute(db)).rows).toEqual([])
  expect(
    (await sql<{ name: string }>`select name from schema_version order by id`.execute(db)).rows.at(-1),
  ).toEqual({
    name: `step-${newest + 1}`,
  })
  await close()
})

test('rolls back a failed migration and keeps the earlier ones', async () => {
  const { db, engine, close } = await freshDatabase()
  const failing = step(newest + 2, async (inner) => {
    await sql`create table half (id integer)`.execute(inner)
    throw new Error('out of plums')
  })
  const good = step(newest + 1, (inner) => sql`create table plum (id integer)`.execute(inner).then(() => {}))
  await expect(migrate(db, engine, [...migrations, good, failing])).rejects.toThrow('out of plums')
  await expect(sql`select * from half`.execute(db)).rejects.toThrow(/half/)
  expect((await sql`select * from plum`.execute(db)).rows).toEqual([])
  await close()
})

test('refuses a database of a newer program with a sentence, and leaves it unchanged', async () => {
  const { db, engine, close } = await freshDatabase()
  await sql`insert into schema_version (id, name) values (${newest + 5}, 'from the future')`.execute(db)
  await expect(migrate(db, engine, migrations)).rejects.toThrow(
    `the database has schema version ${newest + 5} and this program knows versions up to ${newest}: use a newer program`,
  )
  await close()
})
