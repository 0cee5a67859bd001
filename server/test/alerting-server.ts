import { openSimulatedDriver } from '@granary/compute/simulated/driver.ts'
import { simulatedRack } from '@granary/compute/simulated/rack.ts'
import { expect, onTestFinished } from 'vitest'
import { DRIVERS } from '../src/drivers.ts'
import { startServer } from '../src/server.ts'
import { readConfiguration } from '../src/settings/configuration.ts'
import { type JumpingClock, jumpingClock } from './jumping-clock.ts'
import { builtConsole, type Client, clientOf, PASSWORD } from './server.ts'
import { temporaryFolder } from './temporary.ts'
import { hmacByOpenssl, type Received, type Receiver, startReceiver } from './webhooks.ts'

type Simulated = Awaited<ReturnType<typeof openSimulatedDriver>>
// oxlint-disable-next-line typescript/no-explicit-any -- bodies differ by operation
type Body = any

export type AlertingServer = Client & {
  url: string
  clock: JumpingClock
  /** The driver as it was opened. */
  driver: Simulated
  /** Replaces methods of the driver; without one, it does everything by itself again. */
  replace: (methods?: Partial<Simulated>) => void
  receiver: Receiver
  /** Sends a request as the administrator. */
  ask: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>
  /** The administrator's cookie, which {@link renew} replaces. */
  cookie: () => string
  /** Signs in again, after the clock was set forward by days. */
  renew: () => Promise<void>
  /** Lets time pass until the receiver has got an alert of a class. @returns its payload. */
  arrived: (name: string, passing?: number) => Promise<Body>
}

const SECRET = 'of the receiver'
const MINUTE = 60_000

/** Starts a server with a clock that a test sets forward, whose alerts all go to a receiver in a process of its own. */
export async function startAlerting(flags: string[] = []): Promise<AlertingServer> {
  const receiver = await startReceiver()
  const clock = jumpingClock()
  let driver: Simulated | undefined
  const simulated = {
    ...DRIVERS.simulated,
    open: async (host: Parameters<typeof DRIVERS.simulated.open>[0]) =>
      (driver = await openSimulatedDriver({ ...host, sleds: simulatedRack(2) })),
  }
  const folder = temporaryFolder()
  const args = ['--port', '0', '--data', folder, '--admin-password', PASSWORD, '--log-level', 'error']
  const configuration = readConfiguration([...args, '--webhook-networks', '127.0.0.1', ...flags], {
    GRANARY_COMPUTE: 'simulated',
  })
  const running = await startServer(configuration, builtConsole(folder), { drivers: { simulated }, clock })
  onTestFinished(running.stop)
  const own = { ...driver! }
  const client = clientOf(running.url)
  let cookie = await client.signIn()
  const ask: AlertingServer['ask'] = async (method, path, body) => {
    const answer = await client.send(method, path, body, { cookie })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }
  const made = await ask('POST', '/v1/webhook-receivers', {
    name: 'all',
    description: '',
    endpoint: `${receiver.url}/ok`,
    secrets: [SECRET],
    subscriptions: ['**'],
  })
  expect(made.status).toBe(201)
  return {
    ...client,
    url: running.url,
    clock,
    driver: own,
    replace: (methods = {}) => void Object.assign(driver!, own, methods),
    receiver,
    ask,
    cookie: () => cookie,
    renew: async () => void (cookie = await client.signIn()),
    arrived: async (name, passing = MINUTE) => {
      const found = () => receiver.received.find(({ headers }) => headerOf(headers, 'alert-class') === name)
      await expect
        .poll(
          () => {
            if (found()) return true
            clock.jump(passing)
            return false
          },
          { timeout: 60_000, interval: 100 },
        )
        .toBe(true)
      return JSON.parse(found()!.body.toString()).data
    },
  }
}

/** Expects that a receiver has got each alert once, and with a signature that openssl agrees with. */
export function expectOnce({ received }: Receiver): void {
  const ids = received.map(({ headers }) => headerOf(headers, 'alert-id'))
  expect(new Set(ids).size).toBe(ids.length)
  for (const { headers, body } of received)
    expect(headerOf(headers, 'signature')).toMatch(new RegExp(`&s=${hmacByOpenssl(SECRET, body)}$`))
}

/** Returns a header of a delivery. */
export const headerOf = (headers: Received['headers'], name: string): string | undefined =>
  headers.find(([own]) => own === `x-granary-${name}`)?.[1]
