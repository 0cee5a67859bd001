import { expect, test } from 'vitest'
import { type AlertingServer, headerOf, startAlerting } from './alerting-server.ts'
import { startReceiver } from './webhooks.ts'

const MINUTE = 60_000
/** Longer than the 30 seconds that an attempt may take. */
const PATIENCE = { timeout: 45_000, interval: 200 }

const create = async ({ ask }: AlertingServer, name: string, endpoint: string) => {
  const webhook = { name, description: '', endpoint, secrets: ['x'], subscriptions: ['sign_in.**'] }
  expect((await ask('POST', '/v1/webhook-receivers', webhook)).status).toBe(201)
}
const guessPasswords = async ({ send }: AlertingServer) => {
  for (let at = 0; at < 12; at++)
    await send('POST', '/v1/login/main/local', { username: 'admin', password: 'wrong' })
}
const deliveryTo = async ({ ask }: AlertingServer, name: string) =>
  (await ask('GET', `/v1/alert-receivers/${name}/deliveries`)).body.items[0]

test('receivers that refuse, hang, answer without an end and redirect delay no other one', async () => {
  const server = await startAlerting()
  const { receiver } = server
  const kinds = ['error', 'hang', 'endless', 'redirect']
  for (const kind of kinds) await create(server, kind, `${receiver.url}/${kind}`)
  await guessPasswords(server)
  await server.arrived('sign_in.repeated_failures', 0)
  const firstOf = async (kind: string) => (await deliveryTo(server, kind))?.attempts.webhook[0] ?? null
  for (const kind of kinds) await expect.poll(() => firstOf(kind), PATIENCE).not.toBeNull()
  expect(await firstOf('error')).toMatchObject({
    result: 'failed_http_error',
    response: { status: 500, excerpt: 'it broke' },
  })
  expect(await firstOf('redirect')).toMatchObject({
    result: 'failed_http_error',
    response: { status: 302 },
  })
  expect(await firstOf('endless')).toMatchObject({
    result: 'succeeded',
    response: { status: 200, excerpt: 'x'.repeat(1_024) },
  })
  expect(await firstOf('hang')).toMatchObject({
    result: 'failed_timeout',
    problem: 'no answer within 30 seconds',
  })
  // Of ten gigabytes, the buffers of the two sockets have some.
  expect(receiver.most).toBeLessThan(32_000_000)
  for (const kind of kinds) expect(receiver.received.filter(({ url }) => url === `/${kind}`)).toHaveLength(1)
}, 90_000)

test('an alert to a receiver that is down for an hour has failed, and arrives once when it is sent again', async () => {
  const away = await startReceiver()
  const server = await startAlerting()
  const { ask, clock } = server
  await create(server, 'away', `${away.url}/ok`)
  const port = Number(new URL(away.url).port)
  away.kill()
  await guessPasswords(server)
  const attempts = async () => (await deliveryTo(server, 'away'))?.attempts.webhook.length ?? 0
  for (const [number, wait] of [MINUTE, 5 * MINUTE, 54 * MINUTE].entries()) {
    await expect.poll(attempts).toBe(number + 1)
    clock.jump(wait)
  }
  const { id, state } = await deliveryTo(server, 'away')
  expect(state).toBe('failed')
  const failed = await ask('POST', '/v1/alert-receivers/away/probe?resend=true')
  expect(failed.body).toMatchObject({ probe: { state: 'failed' }, resends_started: null })
  const back = await startReceiver(port)
  const arrived = await ask('POST', '/v1/alert-receivers/away/probe?resend=true')
  expect(arrived.body.probe.state).toBe('delivered')
  expect(arrived.body.resends_started).toBeGreaterThan(0)
  const alerts = () =>
    back.received.filter(({ headers }) => headerOf(headers, 'alert-class') === 'sign_in.repeated_failures')
  await expect.poll(() => alerts().length).toBe(1)
  // Another delivery of the same alert.
  expect(headerOf(alerts()[0]!.headers, 'delivery-id')).not.toBe(id)
}, 60_000)

test('an alert to a receiver that is down for a minute arrives by the second attempt', async () => {
  const away = await startReceiver()
  const server = await startAlerting()
  await create(server, 'away', `${away.url}/ok`)
  const port = Number(new URL(away.url).port)
  away.kill()
  await guessPasswords(server)
  await expect.poll(async () => (await deliveryTo(server, 'away'))?.attempts.webhook.length).toBe(1)
  const back = await startReceiver(port)
  server.clock.jump(MINUTE)
  await expect.poll(() => back.received.length).toBe(1)
  await expect.poll(async () => (await deliveryTo(server, 'away')).state).toBe('delivered')
  expect((await deliveryTo(server, 'away')).attempts.webhook).toMatchObject([
    { result: 'failed_unreachable', problem: 'the connection was refused' },
    { result: 'succeeded' },
  ])
}, 60_000)
