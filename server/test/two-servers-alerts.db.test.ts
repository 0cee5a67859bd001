import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../control-plane/test/databases.ts'
import { headerOf } from './alerting-server.ts'
import { runServer } from './server.ts'
import { startReceiver } from './webhooks.ts'

const DELIVERIES = 60

test('no delivery is sent twice by two servers on one PostgreSQL', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const receiver = await startReceiver()
  const flags = ['--database-url', url, '--webhook-networks', '127.0.0.1']
  const servers = await Promise.all([runServer(flags), runServer(flags)])
  const [one] = servers
  const cookie = await one.signIn()
  const webhook = { name: 'hook', description: '', secrets: ['x'], subscriptions: ['**'] }
  const body = { ...webhook, endpoint: `${receiver.url}/slow` }
  expect((await one.send('POST', '/v1/webhook-receivers', body, { cookie })).status).toBe(201)
  for (let at = 0; at < 12; at++)
    await one.send('POST', '/v1/login/main/local', { username: 'admin', password: 'wrong' })
  const list = async (path: string) => (await (await one.get(path, { cookie })).json()).items
  const [{ id }] = await list('/v1/alerts')
  // Both servers look for deliveries at the same time.
  const resend = (at: number) =>
    servers[at % 2]!.send('POST', `/v1/alerts/${id}/resend?receiver=hook`, undefined, { cookie })
  await Promise.all(Array.from({ length: DELIVERIES }, (_, at) => resend(at)))
  const states = async () =>
    (await list('/v1/alert-receivers/hook/deliveries?limit=1000')).map(
      ({ state }: { state: string }) => state,
    )
  await expect
    .poll(states, { timeout: 60_000 })
    .toEqual(Array.from({ length: DELIVERIES + 1 }, () => 'delivered'))
  await expect.poll(() => receiver.received.length).toBe(DELIVERIES + 1)
  const ids = receiver.received.map(({ headers }) => headerOf(headers, 'delivery-id'))
  expect(new Set(ids).size).toBe(DELIVERIES + 1)
}, 90_000)
