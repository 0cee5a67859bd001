import { MAX_GROUP_MEMBERS, MAX_GROUPS_PER_INSTANCE } from '@granary/domain/affinity.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const PATHS = { affinity: '/v1/affinity-groups', 'anti-affinity': '/v1/anti-affinity-groups' } as const
let project = ''
beforeEach(async () => {
  project = `p-${count++}`
  await world.ask('POST', '/v1/projects', { name: project, description: '' })
})
async function makeInstance(change: object = {}): Promise<{ id: string; name: string }> {
  const name = `vm-${count++}`
  const body = {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    start: false,
    network_interfaces: { type: 'none' },
    ...change,
  }
  const made = await world.ask('POST', `/v1/instances?project=${project}`, body)
  expect(made.status).toBe(201)
  return world.until(`/v1/instances/${made.body.id}`, ({ run_state }) => run_state !== 'creating')
}
const sledOf = async ({ id }: { id: string }) =>
  (
    await world.services.db
      .selectFrom('instance')
      .select('sled_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).sled_id
const start = ({ id }: { id: string }) => world.ask('POST', `/v1/instances/${id}/start`)
const brief = ({ status, body }: { status: number; body: { message?: string } | null }) =>
  `${status} ${body?.message ?? ''}`.trim()

describe.each(Object.keys(PATHS) as (keyof typeof PATHS)[])('%s groups', (kind) => {
  const path = PATHS[kind]
  const inProject = () => `?project=${project}`
  const make = (name: string, policy = 'fail') =>
    world.ask('POST', path + inProject(), { name, description: 'd', policy, failure_domain: 'sled' })
  const join = (group: string, instance: string, query = inProject()) =>
    world.ask('POST', `${path}/${group}/members/instance/${instance}${query}`)

  test('are created, renamed, listed and deleted; their policy stays', async () => {
    const { status, body } = await make('first')
    expect({ status, ...body }).toMatchObject({
      status: 201,
      name: 'first',
      policy: 'fail',
      failure_domain: 'sled',
    })
    expect(brief(await make('first'))).toBe(`400 already exists: ${kind}-group "first"`)
    await make('second')
    const renamed = await world.ask('PUT', `${path}/first${inProject()}`, { name: 'third', policy: 'allow' })
    expect(renamed).toMatchObject({
      status: 200,
      body: { id: body.id, name: 'third', description: 'd', policy: 'fail' },
    })
    expect(brief(await world.ask('PUT', `${path}/third${inProject()}`, { name: 'second' }))).toBe(
      `400 already exists: ${kind}-group "second"`,
    )
    expect((await world.ask('DELETE', `${path}/${body.id}`)).status).toBe(204)
    const { items } = (await world.ask('GET', path + inProject())).body
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['second'])
  })

  test('list their members, which can be removed', async () => {
    const one = await makeInstance()
    await make('g')
    expect(await join('g', one.name)).toMatchObject({
      status: 201,
      body: { type: 'instance', value: { id: one.id, name: one.name, run_state: 'stopped' } },
    })
    expect(brief(await join('g', one.name))).toBe(`400 already exists: ${kind}-group-member "${one.id}"`)
    const members = `${path}/g/members`
    expect((await world.ask('GET', members + inProject())).body.items).toHaveLength(1)
    expect((await world.ask('GET', path + inProject())).body.items).toMatchObject([{ member_count: 1 }])
    expect((await world.ask('GET', `${path}/g${inProject()}`)).body.member_count).toBe(1)
    expect((await world.ask('GET', `${members}/instance/${one.id}${inProject()}`)).body.value.id).toBe(one.id)
    const groups = await world.ask('GET', `/v1/instances/${one.id}/${path.slice(4)}`)
    expect(groups.body.items.map(({ name }: { name: string }) => name)).toEqual(['g'])
    expect((await world.ask('DELETE', `${members}/instance/${one.name}${inProject()}`)).status).toBe(204)
    expect(brief(await world.ask('DELETE', `${members}/instance/${one.name}${inProject()}`))).toBe(
      `404 not found: ${kind}-group-member with id "${one.id}"`,
    )
    expect((await world.ask('GET', members + inProject())).body.items).toEqual([])
  })

  test('refuse running instances and instances of other projects', async () => {
    await make('g')
    const running = await makeInstance()
    await start(running)
    expect(brief(await join('g', running.name))).toBe(
      `400 Instance cannot be added to ${kind} group with reservation`,
    )
    const { body: group } = await world.ask('GET', `${path}/g${inProject()}`)
    project = 'elsewhere'
    await world.ask('POST', '/v1/projects', { name: project, description: '' })
    const stranger = await makeInstance()
    expect(brief(await join(group.id, stranger.id, ''))).toBe(
      '400 instance and group must be in the same project',
    )
  })

  test('drop their memberships when the group or the instance is deleted', async () => {
    const one = await makeInstance()
    await make('g')
    await make('h')
    await join('g', one.name)
    await join('h', one.name)
    await world.ask('DELETE', `${path}/g${inProject()}`)
    expect((await world.ask('GET', `/v1/instances/${one.id}/${path.slice(4)}`)).body.items).toHaveLength(1)
    await world.ask('DELETE', `/v1/instances/${one.id}`)
    expect((await world.ask('GET', `${path}/h/members${inProject()}`)).body.items).toEqual([])
  })

  test('limit the members of a group and the groups of an instance', async () => {
    const { db } = world.services
    const full = (await make('full')).body
    const { project_id } = full
    const one = await makeInstance()
    const template = await db
      .selectFrom('instance')
      .selectAll()
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: MAX_GROUP_MEMBERS }, (_, at) => ({
      ...template,
      id: crypto.randomUUID(),
      name: `other-${at}`,
    }))
    await db.insertInto('instance').values(others).execute()
    for (const { name } of others) expect((await join('full', name)).status).toBe(201)
    expect(brief(await join('full', one.name))).toBe(
      `400 group already has maximum allowed members (${MAX_GROUP_MEMBERS})`,
    )
    for (let at = 0; at < MAX_GROUPS_PER_INSTANCE; at++) {
      await make(`g-${at}`)
      expect((await join(`g-${at}`, one.name)).status).toBe(201)
    }
    await make('one-more')
    expect(brief(await join('one-more', one.name))).toBe(
      `400 instance already belongs to maximum allowed groups (${MAX_GROUPS_PER_INSTANCE})`,
    )
    await db.deleteFrom('instance').where('project_id', '=', project_id).where('id', '!=', one.id).execute()
  })
})

describe('placement', () => {
  const group = async (kind: keyof typeof PATHS, policy: string, members: { name: string }[]) => {
    const name = `g-${count++}`
    const query = `?project=${project}`
    await world.ask('POST', PATHS[kind] + query, { name, description: '', policy, failure_domain: 'sled' })
    for (const member of members)
      await world.ask('POST', `${PATHS[kind]}/${name}/members/instance/${member.name}${query}`)
    return name
  }

  test('keeps members of an anti-affinity group apart, and refuses a start when no sled is left', async () => {
    const sleds = (await world.services.compute.inventory()).length
    const many = await Promise.all(Array.from({ length: sleds + 1 }, () => makeInstance()))
    const spread = await group('anti-affinity', 'fail', many)
    const answers = []
    for (const one of many) answers.push(await start(one))
    expect(answers.slice(0, -1).map(({ status }) => status)).toEqual(Array.from({ length: sleds }, () => 202))
    expect(brief(answers.at(-1)!)).toBe(
      `507 Insufficient capacity: Failed to place instance: each of the ${sleds} sleds already runs another member of its anti-affinity group "${spread}"`,
    )
    const places = await Promise.all(many.slice(0, -1).map(sledOf))
    expect(new Set(places).size).toBe(sleds)
  })

  test('places members of an affinity group together', async () => {
    const many = await Promise.all(Array.from({ length: 3 }, () => makeInstance()))
    await group('affinity', 'fail', many)
    for (const one of many) expect((await start(one)).status).toBe(202)
    expect(new Set(await Promise.all(many.map(sledOf))).size).toBe(1)
  })

  test('refuses groups that contradict each other', async () => {
    const many = await Promise.all(Array.from({ length: 2 }, () => makeInstance()))
    const near = await group('affinity', 'fail', many)
    const far = await group('anti-affinity', 'fail', many)
    await start(many[0]!)
    expect(brief(await start(many[1]!))).toBe(
      `400 Failed to place instance: its groups contradict each other: its affinity group "${near}" wants it on the sled of ${many[0]!.name}, and its anti-affinity group "${far}" on any but that of ${many[0]!.name}`,
    )
  })

  test('falls back to best effort where the policy allows it', async () => {
    const sleds = (await world.services.compute.inventory()).length
    const many = await Promise.all(Array.from({ length: sleds + 2 }, () => makeInstance()))
    await group('anti-affinity', 'allow', many)
    for (const one of many) expect((await start(one)).status).toBe(202)
    expect(new Set(await Promise.all(many.map(sledOf))).size).toBe(sleds)
  })
})
