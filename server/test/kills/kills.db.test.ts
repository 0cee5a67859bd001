import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../../control-plane/test/databases.ts'
import { startPostgres } from '../../../control-plane/test/postgres.ts'
import { openDatabase } from '../../src/database/open.ts'
import { serve } from '../process.ts'
import { clientOf, PASSWORD } from '../server.ts'
import { temporaryFolder } from '../temporary.ts'
import { openWire } from '../wire.ts'
import { expectConsistent } from './consistent.ts'
import { killing } from './killing.ts'
import { survive } from './survive.ts'

/** More in a long run by hand; CONTRIBUTING.md has the command. */
const ROUNDS = Number(process.env.GRANARY_KILLS ?? 2)

test('loses nothing when the server is killed in mid-load, on PostgreSQL', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const killed = await killing({ url, data: temporaryFolder() }, ['--database-url', url])
  await survive(ROUNDS, killed)
  await killed.end()
}, 3_600_000)

test('loses nothing when the database is gone for a while in mid-load', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const direct = await openDatabase(url)
  onTestFinished(direct.close)
  // A number: each time that the pool of this test was idle, its next connection is another one.
  const connections = async () => {
    const all = sql`select pid from pg_stat_activity where datname = current_database()`
    return (await all.execute(direct.db)).rows.length
  }
  const own = await connections()
  const wire = await openWire(url)
  onTestFinished(wire.close)
  const data = temporaryFolder()
  const running = await serve(
    ['--port', '0', '--data', data, '--database-url', wire.url, '--log-level', 'error'],
    { GRANARY_ADMIN_PASSWORD: PASSWORD },
  )
  const client = clientOf(running.url)
  const cookie = await client.signIn()
  await survive(ROUNDS, {
    server: () => ({ url: running.url, cookie }),
    strike: wire.cut,
    async recover() {
      // The database still carries out what it received before the cut.
      await expect.poll(connections).toBe(own)
      wire.mend()
      await expect.poll(async () => (await client.get('/readyz')).status).toBe(200)
    },
  })
  expect(await running.end('SIGTERM')).toBe(0)
  await expectConsistent({ url, data }, true)
}, 3_600_000)

test('loses nothing when PostgreSQL restarts in mid-load', async () => {
  const postgres = await startPostgres()
  if ('missing' in postgres) throw new Error(postgres.missing)
  onTestFinished(postgres.stop)
  const direct = await openDatabase(postgres.url)
  // Without this, a crash may lose committed transactions. It is off for the other tests, because it is slow.
  await sql`alter database postgres set synchronous_commit = on`.execute(direct.db)
  await direct.close()
  const data = temporaryFolder()
  const running = await serve(
    ['--port', '0', '--data', data, '--database-url', postgres.url, '--log-level', 'error'],
    { GRANARY_ADMIN_PASSWORD: PASSWORD },
  )
  const client = clientOf(running.url)
  const cookie = await client.signIn()
  let restarted: Promise<void> | undefined
  let count = 0
  await survive(ROUNDS, {
    server: () => ({ url: running.url, cookie }),
    strike: () => {
      restarted = postgres.restart(count++ % 2 === 0 ? 'immediate' : 'fast')
    },
    async recover() {
      await restarted
      await expect.poll(async () => (await client.get('/readyz')).status).toBe(200)
    },
  })
  expect(await running.end('SIGTERM')).toBe(0)
  await expectConsistent({ url: postgres.url, data }, true)
}, 3_600_000)
