import { SYSTEM_ORIGIN, migration, transaction } from '@granary/control-plane/database/session.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../../control-plane/test/databases.ts'
import type { OpenDatabase } from './open-database.ts'
import { openDatabase } from './open.ts'

/** The limits of the server that hangs, a tenth of those of other servers, because the test waits for them; milliseconds. */
const IDLE = 1_500
const LOCK = 500

const limits = async ({ db }: OpenDatabase) => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'lock_timeout') order by name`.execute(db)
  return rows.map(({ setting }) => Number(setting))
}

const write = sql`update driver_record set value = value || '2' where key = 'row'`

/** Two servers on a database with a row. The first one can hang in transactions that write the row. */
async function twoServers() {
  const { url, drop } = await createPostgres()
  onTestFinished(drop)
  const [hung, other] = [await openDatabase(url), await openDatabase(url)]
  onTestFinished(other.close)
  onTestFinished(hung.close)
  expect(await limits(hung)).toEqual([10 * IDLE, 10 * LOCK])
  await other.db.insertInto('driver_record').values({ key: 'row', value: '1' }).execute()
  const wakesUp = Promise.withResolvers<void>()
  onTestFinished(() => wakesUp.resolve())
  const hang = () => {
    const written = Promise.withResolvers<void>()
    // A process that is stopped doesn't retry.
    const ended = hung.db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (inner) => {
        await sql`set local idle_in_transaction_session_timeout = ${sql.lit(IDLE)}`.execute(inner)
        await sql`set local lock_timeout = ${sql.lit(LOCK)}`.execute(inner)
        await write.execute(inner)
        written.resolve()
        await wakesUp.promise
      })
    ended.catch(() => {})
    return { written: written.promise, ended }
  }
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(other.db)
    return rows[0]!.count
  }
  return { other, hang, waiting, wakeUp: () => wakesUp.resolve() }
}

test('a write waits once for a server that hangs, in however many transactions', async () => {
  const { other, hang, waiting, wakeUp } = await twoServers()
  const first = hang()
  await first.written
  const others = [hang(), hang()]
  await expect.poll(waiting).toBe(2)
  const started = performance.now()
  await transaction(other.db, SYSTEM_ORIGIN, (inner) => write.execute(inner))
  expect(performance.now() - started).toBeLessThan(2 * IDLE)
  // The transactions of the server that hung have had no effect.
  wakeUp()
  for (const { ended } of [first, ...others]) await expect(ended).rejects.toThrow()
  const { rows } = await sql<{ value: string }>`select value from driver_record where key = 'row'`.execute(
    other.db,
  )
  expect(rows).toEqual([{ value: '12' }])
})

test('a migration waits for another one as long as it takes', async () => {
  const { url, drop } = await createPostgres()
  onTestFinished(drop)
  const { db, close } = await openDatabase(url)
  onTestFinished(close)
  const limits: string[] = []
  const note = async (inner: OpenDatabase['db']) => {
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(inner)
    limits.push(rows[0]!.lock_timeout)
  }
  await migration(db, note)
  await transaction(db, SYSTEM_ORIGIN, note)
  expect(limits).toEqual(['0', '5s'])
})
