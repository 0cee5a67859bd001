import { expect, test } from 'vitest'
import { hmacByOpenssl, startReceiver } from '../test/webhooks.ts'
import { runServer, type TestServer } from '../test/server.ts'
import { startSmtp } from '../test/smtp.ts'

/** Enters wrong passwords until the server refuses to check more of them, which raises an alert. */
async function guessPasswords({ send }: TestServer): Promise<void> {
  for (let at = 0; at < 12; at++)
    await send('POST', '/v1/login/main/local', { username: 'admin', password: 'wrong' })
}

test('an alert arrives once at each receiver that is subscribed, and openssl agrees with its signatures', async () => {
  const receiver = await startReceiver()
  const server = await runServer(['--webhook-networks', '127.0.0.1'])
  const cookie = await server.signIn()
  const webhook = { description: '', secrets: ['first', 'sécond'], subscriptions: ['sign_in.*'] }
  const create = async (name: string, path: string) => {
    const body = { ...webhook, name, endpoint: `${receiver.url}${path}` }
    const made = await server.send('POST', '/v1/webhook-receivers', body, { cookie })
    expect(made.status).toBe(201)
    return made.json() as Promise<{ id: string; secrets: { id: string }[] }>
  }
  await create('slow', '/hang')
  const { id, secrets } = await create('one', '/ok')
  await guessPasswords(server)
  await expect
    .poll(() => receiver.received.filter(({ url }) => url === '/ok').length, { timeout: 20_000 })
    .toBe(1)
  const { headers, body } = receiver.received.find(({ url }) => url === '/ok')!
  const payload = JSON.parse(body.toString())
  expect(payload).toMatchObject({ alert_class: 'sign_in.repeated_failures', delivery: { receiver_id: id } })
  expect(headers.filter(([name]) => name === 'x-granary-signature').map(([, value]) => value)).toEqual([
    `a=sha256&id=${secrets[0]!.id}&s=${hmacByOpenssl('first', body)}`,
    `a=sha256&id=${secrets[1]!.id}&s=${hmacByOpenssl('sécond', body)}`,
  ])
  const list = async () =>
    (await (await server.get('/v1/alert-receivers/one/deliveries', { cookie })).json()).items
  await expect.poll(async () => (await list())[0].state).toBe('delivered')
  expect(await list()).toMatchObject([
    { id: payload.delivery.id, attempts: { webhook: [{ response: { status: 204 } }] } },
  ])
  expect(receiver.received.filter(({ url }) => url === '/ok')).toHaveLength(1)
})

test('an alert arrives once as a mail and once in a chat system', async () => {
  const chat = await startReceiver()
  const smtp = await startSmtp({ password: 'open-sesame' })
  const server = await runServer([
    '--webhook-networks=127.0.0.1',
    '--mail-from=granary@cloud.example',
    `--smtp-url=smtp://granary:open-sesame@127.0.0.1:${smtp.port}`,
  ])
  const cookie = await server.signIn()
  const create = async (name: string, more: object) => {
    const body = { name, description: '', secrets: [], subscriptions: ['sign_in.*'], ...more }
    const made = await server.send('POST', '/v1/webhook-receivers', body, { cookie })
    expect(made.status).toBe(201)
  }
  await create('people', { endpoint: 'mailto:ops@example.com' })
  await create('channel', { endpoint: `${chat.url}/ok`, template: '{ "text": "{{message}}" }' })
  await guessPasswords(server)
  const message = 'Many wrong passwords were entered for user admin of silo main'
  const deliveryTo = async (name: string) =>
    (await (await server.get(`/v1/alert-receivers/${name}/deliveries`, { cookie })).json()).items
  for (const name of ['people', 'channel'])
    await expect.poll(async () => (await deliveryTo(name))[0]?.state, { timeout: 20_000 }).toBe('delivered')
  expect(chat.received.map(({ body }) => JSON.parse(body.toString()))).toEqual([{ text: message }])
  expect(smtp.mails).toMatchObject([
    { from: 'granary@cloud.example', to: ['ops@example.com'], user: 'granary' },
  ])
  const [{ id, attempts }] = await deliveryTo('people')
  expect(smtp.mails[0]!.text).toContain(`Message-ID: <${id}@cloud.example>`)
  const unfolded = smtp.mails[0]!.text.replaceAll('\r\n ', ' ')
  expect(unfolded).toContain(`Subject: [Granary] ${message}\r\n`)
  expect(attempts.webhook).toMatchObject([{ response: { status: 250, excerpt: '250 queued as 4F2A' } }])
  // The test of a receiver says what the SMTP server said.
  smtp.refusal = { code: 550, text: 'No such user here' }
  const { probe } = await (
    await server.send('POST', '/v1/alert-receivers/people/probe', undefined, { cookie })
  ).json()
  expect(probe).toMatchObject({
    state: 'failed',
    attempts: { webhook: [{ response: { status: 550, excerpt: '550 No such user here' } }] },
  })
})

test('refuses mail without an SMTP server', async () => {
  const server = await runServer()
  const cookie = await server.signIn()
  const body = { name: 'people', description: '', endpoint: 'mailto:ops@example.com', secrets: [] }
  const refused = await server.send('POST', '/v1/webhook-receivers', body, { cookie })
  expect([refused.status, (await refused.json()).message]).toEqual([
    400,
    'unsupported value for "endpoint": needs an SMTP server: set GRANARY_SMTP_URL and GRANARY_MAIL_FROM',
  ])
})

test('refuses receivers inside of the host and its networks', async () => {
  const server = await runServer()
  const cookie = await server.signIn()
  const body = { name: 'inner', description: '', endpoint: 'http://127.0.0.1:1/', secrets: ['x'] }
  const refused = await server.send('POST', '/v1/webhook-receivers', body, { cookie })
  expect([refused.status, (await refused.json()).message]).toEqual([
    400,
    'unsupported value for "endpoint": this address is not allowed',
  ])
})
