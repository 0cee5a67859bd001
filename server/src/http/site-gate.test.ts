import { Gate } from '@granary/control-plane/edge/gate.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runServer } from '../../test/server.ts'

test.each(['/favicon.svg', '/login/main/local', '/gone.js'])(
  'a request for what the host serves itself passes the gate as its network: %s',
  async (path) => {
    const { get } = await runServer()
    const run = vi.spyOn(Gate.prototype, 'run')
    onTestFinished(() => run.mockRestore())
    await get(path, { accept: 'text/html' })
    expect(run.mock.calls.map(([{ key }]) => key)).toEqual([{ silo: '', user: clientNetwork('127.0.0.1') }])
  },
)

test('supervisors need no seat, and balancers wait in a queue of their own', async () => {
  const { get } = await runServer(['--request-rate', '1'])
  const run = vi.spyOn(Gate.prototype, 'run')
  onTestFinished(() => run.mockRestore())
  for (let n = 0; n < 12; n++) await get('/v1/ping')
  run.mockClear()
  expect([(await get('/healthz')).status, (await get('/readyz')).status]).toEqual([200, 200])
  expect(run.mock.calls.map(([{ key }]) => key)).toEqual([
    { silo: '/readyz', user: clientNetwork('127.0.0.1') },
  ])
})

test('more requests than the rate allows are refused, and counted', async () => {
  const { get } = await runServer(['--request-rate', '1'])
  const statuses = []
  for (let n = 0; n < 12; n++) statuses.push((await get('/v1/ping')).status)
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200))
  const refused = await get('/favicon.svg')
  expect([statuses.at(-1), refused.status, refused.headers.get('retry-after')]).toEqual([429, 429, '1'])
})
