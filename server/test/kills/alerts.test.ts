import { expect, test } from 'vitest'
import { serve } from '../process.ts'
import { clientOf, PASSWORD } from '../server.ts'
import { temporaryFolder } from '../temporary.ts'
import { startReceiver } from '../webhooks.ts'

test('an alert whose answer a killed server has not noted is sent again, with the same ID', async () => {
  const receiver = await startReceiver()
  const data = temporaryFolder()
  const start = () =>
    serve(['--port', '0', '--data', data, '--admin-password', PASSWORD, '--webhook-networks', '127.0.0.1'])
  const first = await start()
  const { send, signIn } = clientOf(first.url)
  const cookie = await signIn()
  const webhook = { name: 'hook', description: '', secrets: ['x'], subscriptions: ['sign_in.*'] }
  const body = { ...webhook, endpoint: `${receiver.url}/hang` }
  expect((await send('POST', '/v1/webhook-receivers', body, { cookie })).status).toBe(201)
  for (let at = 0; at < 12; at++)
    await send('POST', '/v1/login/main/local', { username: 'admin', password: 'wrong' })
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  await first.end('SIGKILL')
  const second = await start()
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
  const [before, after] = receiver.received.map(
    ({ headers }) => headers.find(([name]) => name === 'x-granary-delivery-id')![1],
  )
  expect(after).toBe(before)
  await second.end('SIGKILL')
})
