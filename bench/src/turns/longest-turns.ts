import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../ask.ts'
import { fill } from '../fill.ts'
import { fillMonth } from '../month-of-metrics.ts'
import { round, type Section } from '../report.ts'
import { startServer } from '../running-server.ts'
import { attacks } from './attacks.ts'
import { everyOperation } from './every-operation.ts'
import { type Measured, measure } from './measure.ts'
import { startWatched, type WatchedServer } from './watched.ts'

const PORT = 8466
const INSTANCES = 10_000
const PASSWORD = 'only-for-the-bench'
/** Longest allowed turn, in milliseconds. */
const GOAL = 100
/** Rows of the report. */
const SHOWN = 12
/** Attempts to reach a figure: a turn that is long again and again is one of the request, and not of something beside it. */
const ATTEMPTS = 3
/** For tasks of the start; milliseconds. */
const WARM_UP = 5_000

/** Measures for how long a single request holds the event loop of the server: of each operation and role, and of known attacks. */
export async function measureLongestTurns(): Promise<Section[]> {
  const empty = await startServer(PORT)
  await empty.stop(true)
  const [project] = fill(empty.data, [INSTANCES]) as [string]
  const month = await fillMonth(empty.data)
  const server = await startWatched(PORT, empty.data)
  const agent = new Agent({ keepAlive: true })
  try {
    const callers = await signedIn(server, project)
    const known = await attacks(server, { filled: project, month })
    await sleep(WARM_UP)
    await server.longest()
    const measured: Measured[] = []
    for (const [caller, requests] of Object.entries(known))
      for (const request of requests)
        measured.push(await longest(server, agent, caller, callers[caller] ?? {}, request))
    const operations = await everyOperation(server, project)
    for (const operation of operations)
      for (const [caller, credentials] of Object.entries(callers))
        measured.push(await longest(server, agent, caller, credentials, operation))
    return [section(measured)]
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** Returns the shortest of some attempts, of which the first is enough if it reaches the goal. */
async function longest(...request: Parameters<typeof measure>): Promise<Measured> {
  let best = await measure(...request)
  for (let attempt = 1; attempt < ATTEMPTS && best.turn.cpu > GOAL; attempt++) {
    const next = await measure(...request)
    if (next.turn.cpu < best.turn.cpu) best = { ...next, status: best.status }
  }
  return best
}

/** Returns the credentials of a user in each role, those that may do the least first: what they can change is there for the next. */
async function signedIn(
  server: WatchedServer,
  project: string,
): Promise<Record<string, Record<string, string>>> {
  const callers: Record<string, Record<string, string>> = { 'no credential': {} }
  for (const [role, policy] of [
    ['no role', null],
    ['viewer', `/v1/projects/${project}/policy`],
    ['collaborator', `/v1/projects/${project}/policy`],
    ['silo admin', '/v1/policy'],
  ] as const) {
    const name = `a-${role.replace(' ', '-')}`
    const user = await ask(server, 'POST', '/v1/system/identity-providers/local/users?silo=main', {
      external_id: name,
      password: { mode: 'password', value: PASSWORD },
    })
    if (policy) {
      const { role_assignments: present } = await ask(server, 'GET', policy)
      const assignment = {
        identity_type: 'silo_user',
        identity_id: user.id,
        role_name: role.replace('silo ', ''),
      }
      await ask(server, 'PUT', policy, { role_assignments: [...present, assignment] })
    }
    const response = await fetch(`${server.url}/v1/login/main/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: name, password: PASSWORD }),
    })
    callers[role] = { cookie: response.headers.get('set-cookie')!.split(';')[0]! }
  }
  return { ...callers, admin: { cookie: server.cookie } }
}

function section(measured: readonly Measured[]): Section {
  const sorted = measured.toSorted((one, other) => other.turn.cpu - one.turn.cpu)
  const over = sorted.filter(({ turn }) => turn.cpu > GOAL).length
  const refused = measured.filter(({ status }) => status >= 400).length
  return {
    title: 'The longest turns of the event loop',
    note: `Of ${measured.length} requests, one after another: every operation with its largest inputs from callers of ${new Set(measured.map(({ caller }) => caller)).size} kinds, and the attacks that reviews have found, on a project of ${INSTANCES} instances. The server answered ${refused} of them with a refusal. A turn is what no other request can come in between; what counts is the time that its thread computes, as other programs may hold the processor meanwhile. ${over} requests had one of more than ${GOAL} ms in each of ${ATTEMPTS} attempts. The ${SHOWN} longest:`,
    columns: [
      'request',
      'caller',
      'status',
      'computed in one turn, ms',
      'with what it waited for, ms',
      'goal',
    ],
    rows: sorted
      .slice(0, Math.max(SHOWN, over))
      .map(({ name, caller, status, turn }) => [
        name,
        caller,
        status,
        round(turn.cpu),
        round(turn.wall),
        `≤ ${GOAL}`,
      ]),
  }
}
