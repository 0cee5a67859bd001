import { KEPT } from '@granary/control-plane/database/kept-rows.ts'
import { sqliteDialect } from '@granary/control-plane/database/sqlite-dialect.ts'
import fc from 'fast-check'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

const QUERIES = [
  'select id, text from note where id >= ? order by id',
  'select count from tally where count >= ?',
  'select id from list where id >= ? and exists (select 1 from note where note.id = list.id) order by id',
]

const TRIGGER = 'create trigger tallied after update on note begin update tally set count = count + 1; end'

/** Statements of all kinds, also of transactions that are taken back as a whole or in part. */
const statement = fc.oneof(
  fc.constantFrom('begin', 'commit', 'rollback', 'savepoint s', 'release s', 'rollback to s'),
  fc.tuple(fc.nat(3), fc.nat(9)).map(([id, n]) => `insert into note values (${id}, '${n}')`),
  fc.nat(9).map((n) => `update note set text = '${n}' where id < 2 returning id`),
  fc.nat(3).map((id) => `delete from list where id = ${id}`),
  fc
    .nat(9)
    .map(
      (n) => `with old as (select 1 as id) update note set text = '${n}' where id in (select id from old)`,
    ),
  fc.constant('select count(*) from note'),
  fc.constantFrom('drop trigger tallied', TRIGGER),
  fc.constant('replace into list values (1)'),
)

test('a kept query finds the rows that the same query would find now', async () => {
  const db = new Kysely<object>({ dialect: sqliteDialect(openSqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  await sql`create table list (id integer primary key)`.execute(db)
  await sql`create table note (id integer primary key references list on delete cascade, text text)`.execute(
    db,
  )
  await sql`create table tally (count integer)`.execute(db)
  const find = async (text: string, from: number) =>
    (await db.executeQuery(CompiledQuery.raw(text, [from]))).rows
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(statement, fc.nat(2)), { minLength: 10, maxLength: 40 }),
      async (steps) => {
        await sql`delete from list`.execute(db)
        await sql`insert into list values (0), (1), (2), (3)`.execute(db)
        await sql`insert into note values (1, 'a'), (2, 'b')`.execute(db)
        await sql`delete from tally`.execute(db)
        await sql`insert into tally values (0)`.execute(db)
        await db.executeQuery(CompiledQuery.raw(TRIGGER)).catch(() => {})
        for (const [text, from] of steps) {
          // Some are refused, such as a commit without a transaction.
          await db.executeQuery(CompiledQuery.raw(text)).catch(() => {})
          for (const query of QUERIES) expect(await find(KEPT + query, from)).toEqual(await find(query, from))
        }
        await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      },
    ),
    { numRuns: 200 },
  )
})

test('rows that several callers get cannot be changed', async () => {
  const db = new Kysely<object>({ dialect: sqliteDialect(openSqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  const { rows } = await db.executeQuery<{ one: number }>(CompiledQuery.raw(`${KEPT}select 1 as one`))
  expect(() => {
    rows[0]!.one = 2
  }).toThrow(TypeError)
  expect(() => rows.pop()).toThrow(TypeError)
})

test('a write to one table leaves the rows of another one, and so does a query that begins with "with"', async () => {
  const db = new Kysely<object>({ dialect: sqliteDialect(openSqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  await sql`create table one (id integer)`.execute(db)
  await sql`create table two (id integer)`.execute(db)
  const find = async () => (await db.executeQuery(CompiledQuery.raw(`${KEPT}select count(*) from one`))).rows
  const rows = await find()
  await sql`insert into two values (1)`.execute(db)
  await sql`with some as (select id from one) select id from some`.execute(db)
  await sql`
    with some as (select id from one) select id from some`.execute(db)
  expect(await find()).toBe(rows)
  await sql`insert into one values (1)`.execute(db)
  expect(await find()).not.toBe(rows)
})
