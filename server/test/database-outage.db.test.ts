import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../control-plane/test/databases.ts'
import { createInstance, stateOf } from './machine.ts'
import { serve } from './process.ts'
import { clientOf, PASSWORD } from './server.ts'
import { temporaryFolder } from './temporary.ts'
import { openWire } from './wire.ts'

test('outlives its database: it is not ready during the outage, and recovers by itself', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const wire = await openWire(url)
  onTestFinished(wire.close)
  const args = ['--port', '0', '--data', temporaryFolder(), '--database-url', wire.url]
  const server = await serve(args, { GRANARY_ADMIN_PASSWORD: PASSWORD })
  const client = clientOf(server.url)
  const cookie = await client.signIn()
  const { id } = await createInstance(client, cookie)
  await expect.poll(() => isStarting(url, id)).toBe(true)

  wire.cut()
  await expect.poll(async () => (await client.get('/readyz')).status).toBe(503)
  expect(await (await client.get('/readyz')).json()).toEqual({ status: 'the database does not answer' })
  expect((await client.get('/healthz')).status).toBe(200)
  const refused = await client.get('/v1/me', { cookie })
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ message: 'the database does not answer; try again' }),
  ])
  // The driver can't read the machine's next state; or if the cut came while that was on its way, it can't be stored.
  await expect.poll(server.errors).toMatch(/the next state of a machine was not read|report was not written/)
  expect(server.process.exitCode).toBeNull()

  wire.mend()
  await expect.poll(async () => (await client.get('/readyz')).status).toBe(200)
  await expect.poll(() => stateOf(client, cookie, id)).toBe('running')
  expect(await server.end('SIGTERM')).toBe(0)
}, 240_000)

/** Whether the driver has been told to start a machine: its record then has the moment from which it runs. */
async function isStarting(url: string, id: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ value: string }>(
      `select value from driver_record where key like '%' || $1`,
      [id],
    )
    return rows.some(({ value }) => value.includes('"running"'))
  } finally {
    await client.end()
  }
}
