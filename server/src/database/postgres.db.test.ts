import { migrate } from '@granary/control-plane/database/migrate.ts'
import { migrations } from '@granary/control-plane/database/migrations/index.ts'
import { SYSTEM_ORIGIN, readSnapshot, transaction } from '@granary/control-plane/database/session.ts'
import { isUnavailable } from '@granary/control-plane/database/violations.ts'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPostgres } from '../../../control-plane/test/databases.ts'
import { openWire } from '../../test/wire.ts'
import { listenForCommits } from './commit-listener.ts'
import { openDatabase } from './open.ts'

let database: Awaited<ReturnType<typeof createPostgres>>
beforeEach(async () => {
  database = await createPostgres()
})
afterEach(() => database.drop())

test('notifies every server on a database of a commit, once for many commits', async () => {
  const servers = [await openDatabase(database.url), await openDatabase(database.url)]
  const heard = servers.map(({ listen }) => {
    const wake = vi.fn()
    return { wake, stop: listen(wake) }
  })
  for (let commit = 0; commit < 50; commit++) servers[0]!.notify()
  await expect.poll(() => heard.map(({ wake }) => wake.mock.calls.length)).toEqual([1, 1])
  heard[1]!.stop()
  servers[0]!.notify()
  await expect.poll(() => heard[0]!.wake.mock.calls.length).toBe(2)
  expect(heard[1]!.wake).toHaveBeenCalledTimes(1)
  await Promise.all(servers.map((server) => server.close()))
})

test('reconnects a listener with one attempt at a time, then looks for missed commits', async () => {
  const wire = await openWire(database.url)
  const heard = vi.fn()
  const listener = await listenForCommits({ connectionString: wire.url }, 'granary_commit', 20, heard)
  expect(heard).toHaveBeenCalledTimes(1)
  wire.cut()
  await expect.poll(() => wire.attempts().length).toBeGreaterThan(10)
  // Two loops would halve the pause between attempts. A timer may fire up to a millisecond early.
  const times = wire.attempts()
  expect(times.at(-1)! - times[0]!).toBeGreaterThan((times.length - 1) * 19)
  expect(heard).toHaveBeenCalledTimes(1)
  wire.mend()
  await expect.poll(() => heard.mock.calls.length).toBe(2)
  const { notify, close } = await openDatabase(database.url)
  notify()
  await expect.poll(() => heard.mock.calls.length).toBe(3)
  await close()
  wire.cut()
  await expect.poll(() => wire.attempts().length).toBeGreaterThan(0)
  await listener.close()
  // An attempt that has begun may still arrive. A loop that doesn't stop would make several more while another one
  // makes ten.
  const attempts = wire.attempts().length
  const other = await openWire(database.url)
  const witness = await listenForCommits({ connectionString: other.url }, 'granary_commit', 20, () => {})
  other.cut()
  await expect.poll(() => other.attempts().length).toBeGreaterThan(10)
  expect(wire.attempts().length).toBeLessThanOrEqual(attempts + 1)
  await witness.close()
  other.close()
  wire.close()
})

test('runs queries again after it lost its connections', async () => {
  const wire = await openWire(database.url)
  const { db, close } = await openDatabase(wire.url)
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)
  expect(await ask()).toEqual([{ one: 1 }])
  wire.cut()
  await expect(ask()).rejects.toThrow()
  wire.mend()
  expect(await ask()).toEqual([{ one: 1 }])
  await close()
  wire.close()
})

test.each(['statement', 'transaction'])(
  'aborts a %s whose connection has gone silent after a minute, and recovers',
  async (kind) => {
    const wire = await openWire(database.url)
    const { db, close } = await openDatabase(wire.url)
    const read = async (on = db) => (await sql<{ one: number }>`select 1 as one`.execute(on)).rows
    const ask = () => (kind === 'statement' ? read() : transaction(db, SYSTEM_ORIGIN, read))
    expect(await ask()).toEqual([{ one: 1 }])
    wire.silence()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const refused = ask().catch((error: unknown) => error)
    // The limit counts from when the statement is sent.
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isUnavailable(await refused)).toBe(true)
    vi.useRealTimers()
    expect(await ask()).toEqual([{ one: 1 }])
    // The listener's connection is silent too.
    wire.close()
    await close()
  },
)

test('probes connections that wait, so that a database that has gone is noticed', async () => {
  const probes = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => probes.mockRestore())
  const { close } = await openDatabase(database.url)
  // The pool's first connection, and the listener's.
  expect(probes.mock.calls).toEqual([
    [true, 10_000],
    [true, 10_000],
  ])
  await close()
})

test('refuses what finds no free connection in ten seconds as unavailable, and recovers', async () => {
  const { db, pool, close } = await openDatabase(database.url)
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = () =>
    db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      await promise
    })
  const held = Array.from({ length: 28 }, hold)
  await expect.poll(() => pool!().busy).toBe(28)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = sql`select 1`.execute(db).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(pool!().waiting).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isUnavailable(await refused)).toBe(true)
  vi.useRealTimers()
  resolve()
  await Promise.all(held)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
})

test('creates each table once when servers start together on an empty database', async () => {
  const empty = await createPostgres('template0')
  const servers = await Promise.all(Array.from({ length: 4 }, () => openDatabase(empty.url)))
  await Promise.all(servers.map(({ db, engine }) => migrate(db, engine, migrations)))
  const { rows } = await sql`select id from schema_version order by id`.execute(servers[0]!.db)
  expect(rows).toEqual(migrations.map(({ id }) => ({ id })))
  await Promise.all(servers.map(({ close }) => close()))
  await empty.drop()
})

/** Opens the database, with a statement that its connection has planned for transactions of a level. */
async function openPlanned(level: 'serializable' | 'locked rows' = 'locked rows') {
  const { db, engine, close } = await openDatabase(database.url)
  const read = (on = db) => on.selectFrom('driver_record').selectAll().where('key', '=', 'one').execute()
  await db.insertInto('driver_record').values({ key: 'one', value: '{}' }).execute()
  // One connection for all of it, as the plans belong to it.
  for (let use = 0; use < 4; use++)
    expect(await transaction(db, SYSTEM_ORIGIN, read, level)).toEqual([{ key: 'one', value: '{}' }])
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  expect(rows.map(({ statement }) => statement)).toEqual([
    db.selectFrom('driver_record').selectAll().where('key', '=', 'one').compile().sql,
  ])
  await sql`alter table driver_record add column note text`.execute(db)
  return { db, engine, close, read }
}

const WITH_NOTE = [{ key: 'one', value: '{}', note: null }]

test('plans common statements once a connection, and anew when a table has got another column', async () => {
  const { close, read } = await openPlanned()
  for (let use = 0; use < 4; use++) expect(await read()).toEqual(WITH_NOTE)
  await close()
})

test.each(['serializable', 'locked rows'] as const)(
  'repeats a transaction (%s) with a stale plan',
  async (level) => {
    const { db, close, read } = await openPlanned(level)
    let attempts = 0
    const work = (inner: typeof db) => {
      attempts++
      return read(inner)
    }
    expect(await transaction(db, SYSTEM_ORIGIN, work, level)).toEqual(WITH_NOTE)
    expect(attempts).toBe(2)
    await close()
  },
)

test('counts repetitions of transactions by their reason', async () => {
  const retried: string[] = []
  const counts = { statement: () => {}, retried: (reason: string) => void retried.push(reason) }
  const { db, close } = await openDatabase(database.url, counts)
  const failures = ['0A000', '40001', '40P01', '55P03', '23505']
  const work = async () => {
    const code = failures.shift()
    if (code) throw Object.assign(new Error('failed'), { code })
  }
  await transaction(db, SYSTEM_ORIGIN, work)
  expect(retried).toEqual(['plan', 'conflict', 'deadlock', 'lock', 'constraint'])
  await expect(transaction(db, SYSTEM_ORIGIN, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(retried).toHaveLength(5)
  await close()
})

test('repeats a snapshot with a stale plan', async () => {
  const { db, close, read } = await openPlanned()
  expect(await readSnapshot(db, read)).toEqual(WITH_NOTE)
  await close()
})

test('names an unusable database without its password', async () => {
  const wire = await openWire(database.url)
  const withPassword = wire.url.replace('granary@', 'granary:hunter2@')
  await expect(openDatabase(`${withPassword}_missing`)).rejects.toThrow(
    /^the database postgres:\/\/granary@127\.0\.0\.1:\d+\/test_\w+ cannot be used: database "test_\w+" does not exist$/,
  )
  wire.close()
  const error: unknown = await openDatabase(withPassword).catch((error: unknown) => error)
  expect(String(error)).toMatch(/cannot be used: \S/)
  expect(String(error)).not.toContain('hunter2')
})

test('notices that the disk is full by any error, and that it is no longer by a file of its own', async () => {
  const { db, isFull, close } = await openDatabase(database.url)
  onTestFinished(close)
  const raise = (code: string) =>
    sql.raw(`do $$ begin raise 'could not extend file' using errcode = '${code}'; end $$`).execute(db)
  const written = async () => {
    const { rows } = await sql<{ bytes: number }>`
      select temp_bytes as bytes from pg_stat_database where datname = current_database()`.execute(db)
    return rows[0]!.bytes
  }
  await expect(raise('22000')).rejects.toThrow()
  expect(await isFull!()).toBe(false)
  await expect(raise('53100')).rejects.toThrow()
  expect(await isFull!()).toBe(false)
  await expect.poll(written).toBeGreaterThan(2 ** 20)
})
