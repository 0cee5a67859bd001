import { systemClock, type Clock } from '@granary/compute/clock.ts'
import { openSimulatedDriver, type SimulatedDriver } from '@granary/compute/simulated/driver.ts'
import { createControlPlane, type ControlPlane } from '../src/control-plane.ts'
import { defaultSettings, type HostServices } from '../src/kit/context/services.ts'
import { setUp } from '../src/start/first-start.ts'
import { freshDatabase } from './databases.ts'
import { oversizedRows } from './row-bytes.ts'
import { undeclaredChanges } from './declared-changes.ts'
import { lateDriver } from './delays.ts'
import { documentedFetch } from './documented-fetch.ts'
import { requireDocumented } from './documented.ts'
import { ServerState } from '../src/kit/context/server-state.ts'

/** A response with its body read. */
export type Answer = { status: number; headers: Headers; body: Body }
// Bodies differ by operation, and the tests state what they expect of them.
type Body = any // oxlint-disable-line typescript/no-explicit-any

/** A whole cloud in memory: database, fast simulated rack, initial setup done, and a client for it. */
export type World = {
  services: HostServices & { compute: SimulatedDriver }
  controlPlane: ControlPlane
  /** Sends a request as the signed-in user, and requires that the OpenAPI document describes the answer; `as` is another user's cookie, or '' for an anonymous caller. */
  ask: (
    method: string,
    path: string,
    body?: unknown,
    as?: string,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** Signs in and returns the cookie. */
  signIn: (username: string, password: string, silo?: string) => Promise<string>
  /** Repeats a request until its answer meets a condition. @throws after ten seconds. */
  until: (path: string, wanted: (body: Body) => boolean) => Promise<Body>
  /** Closes the world. @throws if an operation changed a kind that the contract does not declare for it, or made a row too long. */
  close: () => Promise<void>
}

/** Passwords in the clear, so that tests do not spend time on hashing. */
const passwords = {
  hash: async (password: string) => `plain:${password}`,
  verify: async (hash: string | null, password: string) => hash === `plain:${password}`,
}

/**
 * @param options `started`: whether tasks run and reports are received. `extensions`: whether the server has the
 *   operations and fields that the published API doesn't have. `settlingTime`: milliseconds for which the answer of a create waits;
 *   none by default, so that tests see the states in between. `hotplug`: whether the driver moves disks of running machines.
 */
export async function openWorld({
  clock = systemClock,
  speed = 20,
  started = true,
  extensions = true,
  settlingTime = 0,
  hotplug = false,
}: {
  clock?: Clock
  speed?: number
  started?: boolean
  extensions?: boolean
  settlingTime?: number
  hotplug?: boolean
} = {}): Promise<World> {
  const database = await freshDatabase()
  const compute = lateDriver(await openSimulatedDriver({ clock, speed, hotplug }))
  const services = {
    ...database,
    clock,
    random: Math.random,
    compute,
    passwords,
    log: () => {},
    state: new ServerState(database.db),
    // A test that reads counters does so itself.
    // One vCPU a thread, so that a few instances fill a sled.
    settings: { ...defaultSettings, vcpusPerThread: 1, extensions, settlingTime, metricsInterval: 0 },
  }
  await setUp(services, 'secret')
  const controlPlane = documentedFetch(createControlPlane(services))
  if (started) await controlPlane.start()
  let cookie = ''
  const ask: World['ask'] = async (method, path, body, as = cookie, headers = {}) => {
    const request: RequestInit = {
      method,
      headers: { 'content-type': 'application/json', ...(as ? { cookie: as } : {}), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    }
    const response = await controlPlane.fetch(new Request(`http://test${path}`, request))
    const text = await response.text()
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text ? JSON.parse(text) : null,
    }
    // An answer without a body passes the control plane unseen.
    if (answer.body === null) requireDocumented(method, path, answer)
    return answer
  }
  const signIn: World['signIn'] = async (username, password, silo = 'main') => {
    const { headers } = await ask('POST', `/v1/login/${silo}/local`, { username, password }, '')
    return headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  cookie = await signIn('admin', 'secret')
  return {
    services,
    controlPlane,
    ask,
    signIn,
    async until(path, wanted) {
      for (let tries = 0; tries < 2_400; tries++) {
        const { body } = await ask('GET', path)
        if (wanted(body)) return body
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`${path} never became as wanted: ${JSON.stringify((await ask('GET', path)).body)}`)
    },
    async close() {
      await controlPlane.stop()
      await compute.close()
      const problems = [...(await undeclaredChanges(services)), ...(await oversizedRows(services))]
      await database.close()
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
  }
}
