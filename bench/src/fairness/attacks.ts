import { Agent } from 'node:http'
import { ask } from '../ask.ts'
import { currentCursor } from './current-cursor.ts'
import { makeSilo } from '../other-silo.ts'
import type { BenchServer } from '../running-server.ts'
import { send } from '../send.ts'
import type { FloodRequest } from './flooding.ts'
import { stoppedInstance } from '../stopped-instance.ts'

/** What a silo does all the time, and over how many connections. */
export type Attack = { name: string; connections: number; requests: readonly FloodRequest[] }

/** Firewall rules in the largest request; a VPC may have 1,024. */
const RULES = 700
const MEMBERS = 3_000
/** Requests at once that prepare all this. */
const AT_ONCE = 16
const INSTANCES = 5_000
/** Time after which a client ends its event stream, and begins the next one; milliseconds. */
const STREAM = 500

/** Prepares what one silo does: the reads and writes that reviews found to cost the server the most. */
export async function prepareAttacks(server: BenchServer): Promise<Attack[]> {
  const project = 'busy'
  const cursor = await currentCursor(server)
  await ask(server, 'POST', '/v1/projects', { name: project, description: '' })
  const vpc = `vpc=default&project=${project}`
  await createInstances(server, project)
  const get = (path: string): FloodRequest[] => [{ method: 'GET', path }]
  const list = `/v1/instances?project=${project}`
  const create = { method: 'POST', path: list, body: JSON.stringify(stoppedInstance('more-<n>')) }
  const rulesPath = `/v1/vpc-firewall-rules?${vpc}`
  const replace = ['a', 'b'].map((letter) => ({
    method: 'PUT',
    path: rulesPath,
    body: JSON.stringify({ rules: rules(letter) }),
  }))
  const signIn = {
    method: 'POST',
    path: '/v1/login/main/local',
    body: JSON.stringify({ username: 'nobody-<n>', password: 'wrong-password' }),
  }
  const list50 = { method: 'GET', path: `${list}&limit=50` }
  return [
    { name: 'list pages of 50', connections: 100, requests: [list50] },
    { name: 'list pages of 1,000', connections: 100, requests: get(`${list}&limit=1000`) },
    { name: 'list pages of 5,000', connections: 100, requests: get(`${list}&limit=5000`) },
    { name: 'searches', connections: 100, requests: get('/experimental/v1/search?text=instance') },
    { name: 'creates of instances', connections: 100, requests: [create] },
    { name: `firewall rules replaced, ${RULES} each`, connections: 20, requests: replace },
    { name: `firewall rules replaced, ${RULES} each`, connections: 200, requests: replace },
    { name: `firewall rules read, ${RULES} each`, connections: 100, requests: get(rulesPath) },
    { name: 'sign-ins with wrong passwords', connections: 100, requests: [signIn] },
    { name: 'unknown tokens', connections: 100, requests: [{ ...list50, token: 'granary-token-<n>' }] },
    { name: 'unknown paths', connections: 100, requests: get('/v1/unknown-<n>') },
    {
      name: `event streams that hear of ${INSTANCES} creates`,
      connections: 32,
      requests: [{ method: 'GET', path: `/experimental/v1/events?cursor=${cursor}`, ends: STREAM }],
    },
    {
      name: `SCIM group replaced, ${MEMBERS} members or none`,
      connections: 8,
      requests: await prepareScim(server),
    },
  ]
}

/** @param letter makes the rules differ from those of another letter, so that each is written. */
const rules = (letter: string) =>
  Array.from({ length: RULES }, (_, n) => ({
    name: `rule-${letter}-${n}`,
    description: '',
    action: 'allow',
    direction: 'inbound',
    status: 'enabled',
    priority: n,
    targets: [{ type: 'subnet', value: 'default' }],
    filters: {
      hosts: [{ type: 'ip_net', value: `10.${n % 256}.0.0/16` }],
      ports: [String(1 + n)],
      protocols: [{ type: 'tcp' }],
    },
  }))

async function createInstances(server: BenchServer, project: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const path = `/v1/instances?project=${project}`
  await inTurns(INSTANCES, (n) =>
    send(server, agent, { method: 'POST', path, body: stoppedInstance(`made-${n}`) }),
  )
  agent.destroy()
}

/** Does something many times, some at once. */
async function inTurns(count: number, once: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await once(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Makes a silo with many users and a group. @returns the requests that fill the group and empty it. */
export async function prepareScim(server: BenchServer): Promise<FloodRequest[]> {
  await makeSilo(server, 'provisioned', 'saml_scim')
  const { bearer_token: token } = await ask(server, 'POST', '/v1/system/scim/tokens?silo=provisioned')
  const post = async (path: string, body: object): Promise<string> => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { id: string }).id
  }
  const members: { value: string }[] = []
  await inTurns(MEMBERS, async (n) => {
    members.push({
      value: await post('/scim/v2/Users', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `user-${n}`,
        active: true,
      }),
    })
  })
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
  const group = await post('/scim/v2/Groups', { schemas, displayName: 'large' })
  const bodies = [members, []].map((some) => JSON.stringify({ schemas, displayName: 'large', members: some }))
  return bodies.map((body) => ({ method: 'PUT', path: `/scim/v2/Groups/${group}`, body, token }))
}
