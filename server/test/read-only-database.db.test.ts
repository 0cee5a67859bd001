import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../control-plane/test/databases.ts'
import { openDatabase } from '../src/database/open.ts'
import { PASSWORD, runServer } from './server.ts'

/** Opens a database whose next connections may be for reading only, as those to a standby after a failover. */
async function openStandby() {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const direct = await openDatabase(url)
  onTestFinished(direct.close)
  const name = sql.ref(new URL(url).pathname.slice(1))
  const others = sql`pid <> pg_backend_pid() and datname = current_database() and application_name = 'granary'`
  return {
    url,
    become: async (mode: 'on' | 'off') => {
      await sql`set default_transaction_read_only = off`.execute(direct.db)
      await sql`alter database ${name} set default_transaction_read_only = ${sql.lit(mode)}`.execute(
        direct.db,
      )
    },
    cut: () => sql`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`.execute(direct.db),
  }
}

test('says that the database takes no writes, goes on reading, and finds the one that takes writes', async () => {
  const standby = await openStandby()
  const server = await runServer(['--database-url', standby.url])
  const cookie = await server.signIn()
  const ready = async () => {
    const answer = await server.get('/readyz')
    return [answer.status, ((await answer.json()) as { status: string }).status]
  }
  const create = async (name: string) => {
    const answer = await server.send('POST', '/v1/projects', { name, description: '' }, { cookie })
    return [answer.status, ((await answer.json()) as { message?: string }).message]
  }
  await standby.become('on')
  await standby.cut()
  await expect.poll(ready).toEqual([503, 'the database takes no writes'])
  const refused = [503, 'the database takes no writes at the moment; try again']
  expect(await create('shop')).toEqual(refused)
  expect((await server.get('/v1/projects', { cookie })).status).toBe(200)
  const signIn = await server.send('POST', '/v1/login/main/local', { username: 'admin', password: PASSWORD })
  expect([signIn.status, ((await signIn.json()) as { message: string }).message]).toEqual(refused)
  // The failover is over, and no connection is cut: those that were refused are replaced.
  await standby.become('off')
  await expect.poll(async () => (await create('shop'))[0]).toBe(201)
  await expect.poll(ready).toEqual([200, 'ok'])
})
