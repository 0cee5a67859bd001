import { databaseOf, transaction } from '@granary/control-plane/database/session.ts'
import { sqliteSessions, type SyncSqlite } from '@granary/control-plane/database/sqlite.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSqlite } from './sqlite.ts'

const LANE = { silo: 'silo', user: 'user', operation: 'test' }

/** Opens a database in memory. @param onCommit called before each commit, which fails if this throws. */
async function open(onCommit: () => void) {
  const sqlite = openSqlite(':memory:')
  const watched: SyncSqlite = {
    ...sqlite,
    prepare(text) {
      const statement = sqlite.prepare(text)
      if (text !== 'commit') return statement
      return { ...statement, run: (values) => (onCommit(), statement.run(values)) }
    },
  }
  const db = databaseOf(sqliteSessions(watched, { afterInput: setImmediate }))
  onTestFinished(() => db.destroy())
  await sql`create table note (text text unique)`.execute(db)
  const put = (text: string, then = async () => {}) =>
    transaction(db, LANE, async (inner) => {
      await sql`insert into note values (${text})`.execute(inner)
      await then()
      return text
    })
  const notes = async () => (await sql<{ text: string }>`select text from note`.execute(db)).rows
  return { db, put, notes }
}

const refuse = async () => {
  throw new Error('refused')
}

test('commits transactions of the same time together, and takes back only the one that failed', async () => {
  let commits = 0
  const { put, notes } = await open(() => commits++)
  const outcomes = await Promise.allSettled([put('one'), put('two', refuse), put('three'), put('one')])
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'one' },
    { status: 'rejected', reason: new Error('refused') },
    { status: 'fulfilled', value: 'three' },
    { status: 'rejected', reason: expect.objectContaining({ message: expect.stringContaining('UNIQUE') }) },
  ])
  expect(await notes()).toEqual([{ text: 'one' }, { text: 'three' }])
  expect(commits).toBe(1)
  await put('four')
  expect(commits).toBe(2)
})

test('commits a long queue in several groups, so that no transaction waits for all others', async () => {
  let commits = 0
  const { put } = await open(() => commits++)
  // A group also ends after a time, which a busy machine may take.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const names = Array.from({ length: 65 }, (_, at) => `note-${at}`)
  const commitsAtEnd = await Promise.all(names.map((name) => put(name).then(() => commits)))
  expect(commitsAtEnd).toEqual([...Array.from({ length: 64 }, () => 1), 2])
})

test('ends a group of large transactions early, so that other work gets its turn in between', async () => {
  let [commits, now] = [0, 0]
  const { put, notes } = await open(() => commits++)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const taking = (ms: number) => async () => void (now += ms)
  const transactions = [20, 20, 10, 30, 30, 5].map((ms, at) =>
    put(`note-${at}`, taking(ms)).then(() => commits),
  )
  // A request that arrives while the first group runs.
  const read = new Promise((resolve) => setImmediate(() => resolve(notes().then((rows) => rows.length))))
  expect(await Promise.all(transactions)).toEqual([1, 1, 2, 2, 3, 4])
  expect(await read).toBeLessThan(6)
})

test('fails every transaction of a group that could not be committed', async () => {
  let isFull = true
  const { put, notes } = await open(() => {
    if (isFull) throw new Error('disk full')
  })
  const outcomes = await Promise.allSettled([put('one'), put('two', refuse)])
  expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason)).toEqual([
    new Error('disk full'),
    new Error('disk full'),
  ])
  expect(await notes()).toEqual([])
  isFull = false
  expect(await put('three')).toBe('three')
})

test('fails every transaction of a group that the database ended', async () => {
  const { db, put, notes } = await open(() => {})
  const first = put('one')
  const ended = transaction(db, LANE, async (inner) => {
    await sql`rollback`.execute(inner)
    throw new Error('disk full')
  })
  const outcomes = await Promise.allSettled([first, ended])
  expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason)).toEqual([
    new Error('disk full'),
    new Error('disk full'),
  ])
  expect(await notes()).toEqual([])
  expect(await put('two')).toBe('two')
})

test('shows a transaction to readers only after the commit', async () => {
  const { put, notes } = await open(() => {})
  const first = put('one')
  const middle = Promise.withResolvers<void>()
  const second = put('two', () => middle.promise)
  const read = notes()
  expect(await read).toEqual([])
  const later = new Promise((resolve) => setImmediate(() => resolve(notes())))
  middle.resolve()
  expect(await Promise.all([first, second])).toEqual(['one', 'two'])
  expect(await later).toEqual([{ text: 'one' }, { text: 'two' }])
})

test.each([
  ['waits for more members after a slow commit of several', ['one', 'two'], 2],
  ['does not wait after a transaction that was alone', ['one'], 3],
])('%s', async (_, first, wanted) => {
  let commits = 0
  const { put } = await open(() => {
    commits += 1
    const end = performance.now() + 10
    while (performance.now() < end);
  })
  await Promise.all(first.map((text) => put(text)))
  const third = put('three')
  // A turn of the event loop later, a group that does not wait has begun.
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([third, put('four')])
  expect(commits).toBe(wanted)
})
