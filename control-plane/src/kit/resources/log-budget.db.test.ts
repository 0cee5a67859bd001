import { manualClock } from '@granary/compute/clock.ts'
import { limitMessage } from '@granary/domain/limits.ts'
import { MiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo, addUser } from '../../../test/people.ts'
import { openScimSilo, USER } from '../../../test/scim.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Actor } from '../base/actor.ts'
import { chargeLog } from './log-budget.ts'
import { systemContext } from './transaction.ts'

let world: World
let actor: Actor
const clock = manualClock(new Date('2026-06-01T10:59:00Z'))
beforeAll(async () => {
  world = await openWorld({ started: false, clock })
  const { silo_id: siloId } = (await world.ask('GET', '/v1/me')).body
  actor = { siloId } as Actor
})
afterAll(() => world.close())

const refusal = {
  status: 429,
  body: { error_code: 'TooManyRequests', message: limitMessage('logEntries') },
}
const create = (name: string, as?: string) => world.ask('POST', '/v1/projects', { name, description: '' }, as)

/** Spends bytes of a silo, without a text of that length. */
function spend(bytes: number, by = actor) {
  // As a task does it, whose services are other ones than those of a request.
  const context = systemContext({ ...world.services }, 'project_create', by)
  chargeLog(context, [{ before: null, after: { length: bytes } as string }])
  for (const committed of context.afterCommit) committed()
}

test('refuses writes of a silo that has filled its part of the logs, until the next hour', async () => {
  await addSilo(world.services, 'other')
  await addUser(world.services, 'other', 'ada', { silo: 'admin' })
  const eve = await addUser(world.services, 'main', 'eve')
  const ada = await world.signIn('ada', 'ada', 'other')
  spend(511 * MiB)
  expect((await create('first')).status).toBe(201)
  const idle = { name: 'idle', description: '', policy: 'allow', failure_domain: 'sled' }
  expect((await world.ask('POST', '/v1/affinity-groups?project=first', idle)).status).toBe(201)
  spend(MiB)
  expect(await create('second')).toMatchObject(refusal)
  expect((await world.ask('GET', '/v1/projects')).body.items).toHaveLength(1)
  // What takes away goes on, and so do other silos.
  expect((await world.ask('DELETE', '/v1/affinity-groups/idle?project=first')).status).toBe(204)
  expect((await world.ask('POST', `/experimental/v1/system/users/${eve}/disable?silo=main`)).status).toBe(200)
  expect((await create('theirs', ada)).status).toBe(201)
  await clock.advance(120_000)
  expect((await create('third')).status).toBe(201)
})

test('SCIM goes on to delete and to deactivate users', async () => {
  const lab = await openScimSilo(world, 'lab')
  const [bob, cleo] = [await lab.addUser('bob'), await lab.addUser('cleo')]
  spend(512 * MiB, { siloId: lab.siloId } as Actor)
  expect((await lab.ask('POST', '/Users', { schemas: [USER], userName: 'more' })).status).toBe(429)
  expect((await lab.patch(`/Users/${bob}`, { op: 'replace', value: { active: false } })).status).toBe(200)
  expect((await lab.ask('DELETE', `/Users/${cleo}`)).status).toBe(204)
})

test('charges a change with the states before and after, and a refused one not at all', async () => {
  await clock.advance(3_600_000)
  const description = (letter: string) => letter.repeat(512)
  const write = (letter: string) =>
    world.ask('PUT', '/v1/projects/third', { description: description(letter) })
  spend(512 * MiB - 512 - 256 - 512 - 2_000)
  expect((await create('third')).status).toBe(400)
  expect((await write('a')).status).toBe(200)
  expect((await write('b')).status).toBe(200)
  expect(await write('c')).toMatchObject(refusal)
})

test('charges what the log does not show, such as user data, by the body of the request', async () => {
  await clock.advance(3_600_000)
  const instance = (name: string) => ({
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    network_interfaces: { type: 'none' },
    user_data: 'A'.repeat(40_000),
  })
  const createInstance = (name: string) => world.ask('POST', '/v1/instances?project=first', instance(name))
  spend(512 * MiB - 60_000)
  expect((await createInstance('one')).status).toBe(201)
  expect((await createInstance('two')).status).toBe(201)
  expect(await createInstance('three')).toMatchObject(refusal)
  // A body that changes nothing is stored nowhere.
  await clock.advance(3_600_000)
  spend(512 * MiB - 30_000)
  const { body } = await world.ask('GET', '/v1/vpc-firewall-rules?project=first&vpc=default')
  const many = Array.from({ length: 40 }, (_, n) => ({
    ...body.rules[0],
    name: `r-${n}`,
    description: 'x'.repeat(400),
  }))
  const put = () => world.ask('PUT', '/v1/vpc-firewall-rules?project=first&vpc=default', { rules: many })
  expect((await put()).status).toBe(200)
})

test('a policy goes on to lose roles, and gets none', async () => {
  await clock.advance(3_600_000)
  const eve = await addUser(world.services, 'main', 'policy-eve')
  const at = '/v1/projects/first/policy'
  const assignment = { identity_type: 'silo_user', identity_id: eve, role_name: 'viewer' }
  const put = (...role_assignments: object[]) => world.ask('PUT', at, { role_assignments })
  expect((await put(assignment)).status).toBe(200)
  spend(512 * MiB)
  expect(await put({ ...assignment, role_name: 'admin' })).toMatchObject(refusal)
  expect((await put()).status).toBe(200)
  expect(await put(assignment)).toMatchObject(refusal)
})
