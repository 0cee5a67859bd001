import { databaseOf, readSnapshot, runNow } from '@granary/control-plane/database/session.ts'
import type { Database } from '@granary/control-plane/database/schema.ts'
import { sqliteSessions } from '@granary/control-plane/database/sqlite.ts'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

async function open() {
  const db = databaseOf(sqliteSessions(openSqlite(':memory:')))
  onTestFinished(() => db.destroy())
  await sql`create table note (text text)`.execute(db)
  const put = (text: string, on: Kysely<Database> = db) => sql`insert into note values (${text})`.execute(on)
  const notes = async (on: Kysely<Database> = db) =>
    (await sql<{ text: string }>`select text from note`.execute(on)).rows.map(({ text }) => text)
  /** What a query finds that takes no turn. */
  const now = (on: Kysely<Database> = db) =>
    runNow(on, { text: 'select text from note', parameters: [] })?.rows.map(
      (row) => (row as { text: string }).text,
    )
  return { db, put, notes, now }
}

test('users of a connection get it in the order in which they ask', async () => {
  const { db } = await open()
  const order: number[] = []
  const user = async (number: number) => {
    order.push(number)
    await new Promise((resolve) => setTimeout(resolve, 1))
    order.push(number)
  }
  await Promise.all([
    db.transaction().execute(() => user(1)),
    readSnapshot(db, () => user(2)),
    db.connection().execute(() => user(3)),
    readSnapshot(db, () => user(4)),
  ])
  expect(order).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
})

test.each(['committed', 'rolled back'])(
  'a query that takes no turn never sees a part of a %s transaction',
  async (end) => {
    const { db, put, notes, now } = await open()
    await put('one')
    expect(now()).toEqual(['one'])
    const [written, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = db.transaction().execute(async (inner) => {
      await put('two', inner)
      expect(await notes(inner)).toEqual(['one', 'two'])
      expect(now(inner)).toBeUndefined()
      written.resolve()
      await ended.promise
      if (end === 'rolled back') throw new Error(end)
    })
    await written.promise
    expect(now()).toBeUndefined()
    const waiting = notes()
    ended.resolve()
    await writing.catch(() => {})
    const after = end === 'committed' ? ['one', 'two'] : ['one']
    expect(await waiting).toEqual(after)
    expect(now()).toEqual(after)
  },
)

test('nothing is written while a snapshot reads, also by queries that take no turn', async () => {
  const { db, put, notes, now } = await open()
  await put('one')
  let writing: Promise<unknown> | undefined
  await readSnapshot(db, async (inner) => {
    writing = put('two')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect([now(), now(inner), await notes(inner)]).toEqual([undefined, ['one'], ['one']])
  })
  await writing
  expect(now()).toEqual(['one', 'two'])
})

test('a snapshot that fails passes the connection on', async () => {
  const { db, notes } = await open()
  const failing = readSnapshot(db, async () => {
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await notes()).toEqual([])
})
