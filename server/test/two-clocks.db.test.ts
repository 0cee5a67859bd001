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

test.each([
  ['ahead', wrongBy(1, 2)],
  ['behind', wrongBy(-1, -2)],
])(
  'share work and sessions when the clock of one host is %s, and is set again',
  async (_, options) => {
    const { url, drop } = await createPostgres('template0')
    onTestFinished(drop)
    const start = (more: Record<string, string> = {}) =>
      serve(['--port', '0', '--data', temporaryFolder(), '--database-url', url, '--session-idle', '30'], {
        GRANARY_ADMIN_PASSWORD: PASSWORD,
        ...more,
      })
    const started = Date.now()
    const [right, wrong] = [await start(), await start({ NODE_OPTIONS: options })]
    const [one, other] = [clientOf(right.url), clientOf(wrong.url)]
    const cookie = await one.signIn()
    // A session that one server began is not idle for the other one.
    expect((await other.get('/v1/me', { cookie })).status).toBe(200)
    const { id } = await createInstance(other, cookie)
    for (const client of [one, other]) await expect.poll(() => stateOf(client, cookie, id)).toBe('running')
    // The second host's calendar is set again in between.
    await setTimeout(Math.max(0, SET_AGAIN_MS - (Date.now() - started)))
    const machines = Array.from({ length: 8 }, async (_, at) => {
      const [client, witness] = at % 2 ? [one, other] : [other, one]
      const body = smallInstance(`machine-${at}`)
      const created = await client.send('POST', '/v1/instances?project=p', body, { cookie })
      const machine = (await created.json()) as { id: string; time_created: string }
      expect(Math.abs(Date.parse(machine.time_created) - Date.now())).toBeLessThan(HOUR / 2)
      await expect.poll(() => stateOf(witness, cookie, machine.id)).toBe('running')
    })
    await Promise.all(machines)
    // Each server keeps the leases of the other one.
    for (const { errors } of [right, wrong]) expect(errors()).not.toContain('a task runs again')
    expect(await right.end('SIGTERM')).toBe(0)
    expect(await wrong.end('SIGTERM')).toBe(0)
  },
  240_000,
)
