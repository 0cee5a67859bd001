import { SYSTEM_ORIGIN } from '@granary/control-plane/database/fair-queue.ts'
import { oneConnectionOf } from '@granary/control-plane/database/one-connection.ts'
import type { RowsOfTable } from '@granary/control-plane/database/row-versions.ts'
import type { Database } from '@granary/control-plane/database/schema.ts'
import { sqliteDialect } from '@granary/control-plane/database/sqlite-dialect.ts'
import fc from 'fast-check'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

const OWNERS = ['a', 'b', 'c']
const TRIGGER = `create trigger copied after update of text on note when new.text = '9'
  begin update item set text = new.text where id = new.id; end`

const ITEMS = `create table item (id integer primary key references note on delete cascade on update cascade,
  owner text, text text)`

/** Items belong to owners and to notes, which delete them in a cascade. */
async function open() {
  const db = new Kysely<Database>({ dialect: sqliteDialect(openSqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  await sql`create table note (id integer primary key, text text)`.execute(db)
  await sql.raw(ITEMS).execute(db)
  await sql.raw(TRIGGER).execute(db)
  await sql`insert into note values (1, ''), (2, ''), (3, ''), (4, '')`.execute(db)
  await sql`insert into item values (1, 'a', ''), (2, 'a', ''), (3, 'b', ''), (4, 'c', '')`.execute(db)
  return db
}

const read = (db: Kysely<Database>, owner: string) => {
  const connection = oneConnectionOf(db)!
  return connection.snapshot(SYSTEM_ORIGIN, async (inner) => {
    const rows: RowsOfTable = { table: 'item', column: 'owner', values: [owner] }
    const found = connection.query(inner, 'select * from item where owner = ? order by id', [owner], rows)
    const counters = connection.reads.counters()
    const version = connection.reads.versionOf(counters)
    return { text: JSON.stringify(found), isCurrent: () => connection.reads.versionOf(counters) === version }
  })
}

const statement = fc.oneof(
  fc.constantFrom('savepoint s', 'release s', 'rollback to s'),
  fc
    .tuple(fc.nat(5), fc.constantFrom(...OWNERS), fc.nat(9), fc.constantFrom('insert', 'replace'))
    .map(([id, owner, n, verb]) => `${verb} into item values (${id}, '${owner}', '${n}')`),
  fc
    .tuple(fc.nat(5), fc.constantFrom(...OWNERS))
    .map(([id, owner]) => `update item set owner = '${owner}' where id = ${id}`),
  fc
    .tuple(fc.nat(5), fc.nat(9))
    .map(
      ([id, n]) =>
        `insert into item values (${id}, 'b', '${n}') on conflict (id) do update set text = excluded.text`,
    ),
  fc.tuple(fc.nat(5), fc.nat(9)).map(([id, n]) => `update note set text = '${n}' where id = ${id}`),
  fc.tuple(fc.nat(5), fc.nat(5)).map(([id, to]) => `update or replace note set id = ${to} where id = ${id}`),
  fc.nat(5).map((id) => `update item set owner = null where id = ${id}`),
  fc.nat(5).map((id) => `delete from note where id = ${id}`),
  fc.nat(5).map((id) => `insert into note values (${id}, '')`),
  fc.constantFrom(
    'delete from item',
    'drop trigger copied',
    TRIGGER,
    'drop table item',
    'alter table item add x',
  ),
)
const step = fc.record({ statements: fc.array(statement, { maxLength: 4 }), fails: fc.boolean() })

test('rows that count as unchanged are those that the query finds now', async () => {
  let unchanged = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const db = await open()
      for (const owner of OWNERS) await read(db, owner)
      for (const { statements, fails } of steps) {
        const before = await Promise.all(OWNERS.map((owner) => read(db, owner)))
        await db
          .transaction()
          .execute(async (inner) => {
            for (const text of statements) await inner.executeQuery(CompiledQuery.raw(text)).catch(() => {})
            if (fails) throw new Error('rolled back')
          })
          .catch(() => {})
        const { rows } = await sql`select 1 from sqlite_schema where name = 'item'`.execute(db)
        if (rows.length === 0) await sql.raw(ITEMS).execute(db)
        for (const [at, { text, isCurrent }] of before.entries()) {
          if (!isCurrent()) continue
          unchanged += 1
          expect((await read(db, OWNERS[at]!)).text).toBe(text)
        }
      }
    }),
    { numRuns: 150 },
  )
  expect(unchanged).toBeGreaterThan(0)
})

test('changes of other rows leave rows unchanged, also when they are rolled back', async () => {
  const db = await open()
  await read(db, 'a')
  const [a, b] = [await read(db, 'a'), await read(db, 'b')]
  await sql`update item set text = 'new' where owner = 'b'`.execute(db)
  expect([a.isCurrent(), b.isCurrent()]).toEqual([true, false])
  const again = await read(db, 'b')
  const failing = db.transaction().execute(async (inner) => {
    await sql`insert into note values (9, '')`.execute(inner)
    await sql`insert into item values (9, 'a', '')`.execute(inner)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect([a.isCurrent(), again.isCurrent()]).toEqual([false, true])
})

test('a row that moves counts for both of its values', async () => {
  const db = await open()
  await read(db, 'a')
  const [a, b, c] = [await read(db, 'a'), await read(db, 'b'), await read(db, 'c')]
  await sql`update item set owner = 'b' where id = 1`.execute(db)
  expect([a.isCurrent(), b.isCurrent(), c.isCurrent()]).toEqual([false, false, true])
})

test('rows of a column that is not counted yet count as the whole table', async () => {
  const db = await open()
  const a = await read(db, 'a')
  await sql`update item set text = 'new' where owner = 'b'`.execute(db)
  expect(a.isCurrent()).toBe(false)
})

test.each([
  ['of numbers', 'integer', '1.0', '1'],
  ['that ignores case', 'text collate nocase', 'a', "'A'"],
])('rows of a column %s count as the whole table', async (_, type, owner, other) => {
  const db = await open()
  await sql.raw(`drop table item`).execute(db)
  await sql.raw(`create table item (id integer primary key, owner ${type})`).execute(db)
  await read(db, owner)
  const { text, isCurrent } = await read(db, owner)
  expect(text).toBe('[]')
  await sql.raw(`insert into item values (1, ${other})`).execute(db)
  expect(isCurrent()).toBe(false)
  expect((await read(db, owner)).text).not.toBe('[]')
})
