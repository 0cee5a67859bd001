import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../control-plane/test/databases.ts'
import { createInstance, smallInstance, stateOf } from './machine.ts'
import { serve } from './process.ts'
import { clientOf, PASSWORD } from './server.ts'
import { temporaryFolder } from './temporary.ts'

const HOUR = 3_600_000
const SET_AGAIN_MS = 5_000

/** Options for Node that set the host's calendar wrong, and to another wrong time after five seconds. */
function wrongBy(hours: number, then: number): string {
  const script = `const { now } = Date
    let wrong = ${hours * HOUR}
    setTimeout(() => { wrong = ${then * HOUR} }, ${SET_AGAIN_MS}).unref()
    Date.now = () => now() + wrong
    globalThis.Date = new Proxy(Date, { construct: (date, values, target) =>
      Reflect.construct(date, values.length > 0 ? values : [date.now()], target) })`
  return `${process.env.NODE_OPTIONS ?? ''} --import data:text/javascript,${encodeURIComponent(script)}`
}

test('share work and sessions when the clocks of two hosts are wrong, and are set again', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const start = (more: Record<string, string> = {}) =>
    serve(['--port', '0', '--data', temporaryFolder(), '--database-url', url, '--session-idle', '30'], {
      GRANARY_ADMIN_PASSWORD: PASSWORD,
      ...more,
    })
  const right = await start()
  const wrong = await Promise.all([
    start({ NODE_OPTIONS: wrongBy(1, 2) }),
    start({ NODE_OPTIONS: wrongBy(-1, -2) }),
  ])
  const started = Date.now()
  const servers = [right, ...wrong]
  const clients = servers.map((server) => clientOf(server.url))
  const cookie = await clients[0]!.signIn()
  // A session that one server began is not idle for the others.
  for (const client of clients) expect((await client.get('/v1/me', { cookie })).status).toBe(200)
  const { id } = await createInstance(clients[1]!, cookie)
  for (const client of clients) await expect.poll(() => stateOf(client, cookie, id)).toBe('running')
  // The calendars are set again in between.
  await setTimeout(Math.max(0, SET_AGAIN_MS - (Date.now() - started)))
  const machines = Array.from({ length: 9 }, async (_, at) => {
    const [client, witness] = [clients[at % 3]!, clients[(at + 1) % 3]!]
    const body = smallInstance(`machine-${at}`)
    const created = await client.send('POST', '/v1/instances?project=p', body, { cookie })
    const machine = (await created.json()) as { id: string; time_created: string }
    expect(Math.abs(Date.parse(machine.time_created) - Date.now())).toBeLessThan(HOUR / 2)
    await expect.poll(() => stateOf(witness, cookie, machine.id)).toBe('running')
  })
  await Promise.all(machines)
  // Each server keeps the leases of the others.
  for (const { errors } of servers) expect(errors()).not.toContain('a task runs again')
  for (const server of servers) expect(await server.end('SIGTERM')).toBe(0)
}, 240_000)
