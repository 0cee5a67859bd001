import { transaction } from '@granary/control-plane/database/retry.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../../control-plane/test/databases.ts'
import type { OpenDatabase } from './open-database.ts'
import { openDatabase } from './open.ts'

/** Milliseconds. */
const SHORT = 500

const limit = async (database: OpenDatabase) => {
  const { rows } = await sql<{ idle_in_transaction_session_timeout: string }>`
    show idle_in_transaction_session_timeout`.execute(database.db)
  return rows[0]!.idle_in_transaction_session_timeout
}

test('a write waits no longer than the limit for a server that hangs in a transaction', async () => {
  const { url, drop } = await createPostgres()
  onTestFinished(drop)
  const [hung, other] = [await openDatabase(url), await openDatabase(url)]
  onTestFinished(other.close)
  onTestFinished(hung.close)
  expect(await limit(hung)).toBe('15s')
  await other.db.insertInto('driver_record').values({ key: 'row', value: '1' }).execute()
  const written = Promise.withResolvers<void>()
  const wakesUp = Promise.withResolvers<void>()
  const write = sql`update driver_record set value = value || '2' where key = 'row'`
  const late = transaction(hung.db, hung.engine, async (inner) => {
    // The same limit, but the test waits for it.
    await sql`set idle_in_transaction_session_timeout = ${sql.lit(SHORT)}`.execute(inner)
    await write.execute(inner)
    written.resolve()
    await wakesUp.promise
  })
  await written.promise
  await transaction(other.db, other.engine, (inner) => write.execute(inner))
  // The transaction of the server that hung has had no effect.
  wakesUp.resolve()
  await expect(late).rejects.toThrow()
  const { rows } = await sql<{ value: string }>`select value from driver_record where key = 'row'`.execute(
    other.db,
  )
  expect(rows).toEqual([{ value: '12' }])
})
