import { transaction } from '@granary/control-plane/database/retry.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../../control-plane/test/databases.ts'
import { openDatabase } from './open.ts'

/** Less than the time after which a statement that waits is aborted; milliseconds. */
const MUCH_SOONER = 45_000

test('a write waits no longer than a quarter of a minute for a server that hangs in a transaction', async () => {
  const { url, drop } = await createPostgres()
  onTestFinished(drop)
  const [hung, other] = [await openDatabase(url), await openDatabase(url)]
  onTestFinished(other.close)
  onTestFinished(hung.close)
  await other.db.insertInto('driver_record').values({ key: 'row', value: '1' }).execute()
  const written = Promise.withResolvers<void>()
  const wakesUp = Promise.withResolvers<void>()
  const write = sql`update driver_record set value = value || '2' where key = 'row'`
  const late = transaction(hung.db, hung.engine, async (inner) => {
    await write.execute(inner)
    written.resolve()
    await wakesUp.promise
  })
  await written.promise
  const started = performance.now()
  await transaction(other.db, other.engine, (inner) => write.execute(inner))
  expect(performance.now() - started).toBeLessThan(MUCH_SOONER)
  // The transaction of the server that hung has had no effect.
  wakesUp.resolve()
  await expect(late).rejects.toThrow()
  const { rows } = await sql<{ value: string }>`select value from driver_record where key = 'row'`.execute(
    other.db,
  )
  expect(rows).toEqual([{ value: '12' }])
})
