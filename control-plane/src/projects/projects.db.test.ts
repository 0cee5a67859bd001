import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addGroup, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('creates a project with a VPC that is ready for its first instance', async () => {
  const { status, body: project } = await world.ask('POST', '/v1/projects', {
    name: 'shop',
    description: 'sells',
  })
  expect(status).toBe(201)
  expect(project).toMatchObject({ name: 'shop', description: 'sells' })
  const { body: vpcs } = await world.ask('GET', '/v1/vpcs?project=shop')
  expect(vpcs.items).toMatchObject([{ name: 'default', dns_name: 'default', project_id: project.id }])
  const { body: subnets } = await world.ask('GET', '/v1/vpc-subnets?project=shop&vpc=default')
  expect(subnets.items).toMatchObject([{ name: 'default', ipv4_block: '172.30.0.0/22' }])
  const { body: rules } = await world.ask('GET', '/v1/vpc-firewall-rules?project=shop&vpc=default')
  expect(rules.rules.map((rule: { name: string }) => rule.name)).toEqual([
    'allow-icmp',
    'allow-internal-inbound',
    'allow-ssh',
  ])
  const { body: routers } = await world.ask('GET', '/v1/vpc-routers?project=shop&vpc=default')
  expect(routers.items).toMatchObject([
    { name: 'system', kind: 'system', id: vpcs.items[0].system_router_id },
  ])
  const { body: routes } = await world.ask(
    'GET',
    '/v1/vpc-router-routes?project=shop&vpc=default&router=system',
  )
  expect(routes.items.map((route: { name: string }) => route.name)).toEqual([
    'default',
    'default-v4',
    'default-v6',
  ])
})

test.each([
  ['all of it when null', null, ['default']],
  ['all of the VPC', { vpc: { type: 'all' } }, ['default']],
  ['a VPC with its subnet', { vpc: { type: 'explicit', defaults: { subnet: {} } } }, ['default']],
  ['a VPC without a subnet', { vpc: { type: 'explicit', defaults: {} } }, []],
  ['a VPC whose subnet is null', { vpc: { type: 'explicit', defaults: { subnet: null } } }, []],
  ['no VPC', {}, null],
  ['no VPC when that is null', { vpc: null }, null],
])('starts with %s', async (title, defaults, subnets) => {
  const name = title.toLowerCase().replaceAll(' ', '-')
  const made = await world.ask('POST', '/v1/projects', { name, description: '', defaults })
  expect([made.status, made.body.defaults]).toEqual([201, undefined])
  const { body: vpcs } = await world.ask('GET', `/v1/vpcs?project=${name}`)
  expect(vpcs.items.map((vpc: { name: string }) => vpc.name)).toEqual(subnets ? ['default'] : [])
  if (!subnets) return
  const { body } = await world.ask('GET', `/v1/vpc-subnets?project=${name}&vpc=default`)
  expect(body.items.map((subnet: { name: string }) => subnet.name)).toEqual(subnets)
})

test.each([
  [{ vpc: { type: 'some' } }, 'defaults.vpc'],
  [{ vpc: { type: 'explicit' } }, 'defaults.vpc.defaults'],
  [{ vpc: { type: 'explicit', defaults: { subnet: 1 } } }, 'defaults.vpc.defaults.subnet'],
])('refuses the defaults %j', async (defaults, path) => {
  const { status, body } = await world.ask('POST', '/v1/projects', { name: 'bad', description: '', defaults })
  expect([status, body.problems[0].path]).toEqual([400, expect.stringContaining(path)])
})

test('takes a name once, even for two requests at the same moment', async () => {
  const create = () => world.ask('POST', '/v1/projects', { name: 'twice', description: '' })
  const answers = await Promise.all([create(), create(), create()])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
  const refused = answers.find((answer) => answer.status === 400)!
  expect(refused.body).toMatchObject({
    error_code: 'ObjectAlreadyExists',
    message: 'already exists: project "twice"',
  })
})

test('refuses to rename to a taken name, with the same error as create', async () => {
  await world.ask('POST', '/v1/projects', { name: 'one', description: '' })
  await world.ask('POST', '/v1/projects', { name: 'two', description: '' })
  const { status, body } = await world.ask('PUT', '/v1/projects/one', { name: 'two' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ error_code: 'ObjectAlreadyExists', message: 'already exists: project "two"' })
  expect((await world.ask('PUT', '/v1/projects/one', { description: 'first' })).body).toMatchObject({
    name: 'one',
    description: 'first',
  })
})

test('deletes an empty project and frees its name', async () => {
  await world.ask('POST', '/v1/projects', { name: 'gone', description: '' })
  const refused = await world.ask('DELETE', '/v1/projects/gone')
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'project to be deleted contains a vpc: default' },
  })
  expect((await world.ask('DELETE', '/v1/vpcs/default?project=gone')).body.message).toBe(
    'VPC cannot be deleted while VPC Subnets exist',
  )
  expect((await world.ask('DELETE', '/v1/vpc-subnets/default?project=gone&vpc=default')).status).toBe(204)
  expect((await world.ask('DELETE', '/v1/vpcs/default?project=gone')).status).toBe(204)
  expect((await world.ask('DELETE', '/v1/projects/gone')).status).toBe(204)
  expect(await world.ask('GET', '/v1/projects/gone')).toMatchObject({
    status: 404,
    body: { message: 'not found: project with name "gone"' },
  })
  expect((await world.ask('POST', '/v1/projects', { name: 'gone', description: '' })).status).toBe(201)
})

test('looks up an id without a parent, and a name only within its parent', async () => {
  const { body: vpcs } = await world.ask('GET', '/v1/vpcs?project=shop')
  const { id } = vpcs.items[0]
  expect((await world.ask('GET', `/v1/vpcs/${id.toUpperCase()}`)).status).toBe(200)
  expect((await world.ask('GET', `/v1/vpcs/${id}?project=shop`)).status).toBe(400)
  expect((await world.ask('GET', '/v1/vpcs/default')).status).toBe(400)
  expect((await world.ask('GET', '/v1/vpcs/default?project=nowhere')).body.message).toBe(
    'not found: project with name "nowhere"',
  )
})

describe('a user with roles in some projects only', () => {
  const ids: Record<string, string> = {}
  const list = async (cookie: string, query = '') => {
    const { status, body } = await world.ask('GET', `/v1/projects${query}`, undefined, cookie)
    return {
      status,
      seen: (body.items ?? []).map((one: { name: string; my_role: string }) => [one.name, one.my_role]),
    }
  }
  beforeAll(async () => {
    for (const name of ['some-a', 'some-b', 'some-c', 'some-d'])
      ids[name] = (await world.ask('POST', '/v1/projects', { name, description: '' })).body.id
  })

  test('sees those projects, with the strongest role in each, wherever a project is shown', async () => {
    const { services } = world
    const id = await addUser(services, 'main', 'partial', {
      projects: { [ids['some-a']!]: 'viewer', [ids['some-c']!]: 'collaborator' },
    })
    const group = await addGroup(services, 'main', 'partial-group', [id])
    for (const [project, role] of [
      ['some-a', 'limited_collaborator'],
      ['some-d', 'viewer'],
    ] as const)
      await services.db
        .insertInto('role_assignment')
        .values({
          resource_id: ids[project]!,
          resource_kind: 'project',
          role,
          identity_kind: 'silo_group',
          identity_id: group,
        })
        .execute()
    const cookie = await world.signIn('partial', 'partial')
    expect(await list(cookie)).toEqual({
      status: 200,
      seen: [
        ['some-a', 'limited_collaborator'],
        ['some-c', 'collaborator'],
        ['some-d', 'viewer'],
      ],
    })
    expect((await list(cookie, '?name_contains=some-b')).seen).toEqual([])
    expect((await list(cookie, '?limit=2&sort_by=name_descending')).seen).toHaveLength(2)
    const view = (name: string) => world.ask('GET', `/v1/projects/${name}`, undefined, cookie)
    expect((await view('some-c')).body.my_role).toBe('collaborator')
    expect((await view('some-b')).status).toBe(404)
  })

  test('cannot list projects without any role, while a user with a silo role sees all', async () => {
    const { services } = world
    await addUser(services, 'main', 'nobody')
    expect((await list(await world.signIn('nobody', 'nobody'))).status).toBe(403)
    await addUser(services, 'main', 'seer', { silo: 'viewer', projects: { [ids['some-b']!]: 'admin' } })
    const { seen } = await list(await world.signIn('seer', 'seer'), '?name_contains=some-')
    expect(seen).toContainEqual(['some-a', 'viewer'])
    expect(seen).toContainEqual(['some-b', 'admin'])
    const own = await world.ask('POST', '/v1/projects', { name: 'own', description: '' })
    expect(own.body.my_role).toBe('admin')
  })
})
