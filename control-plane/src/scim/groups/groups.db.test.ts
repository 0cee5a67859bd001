import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionOf } from '../../../test/people.ts'
import { GROUP, openScimSilo, type ScimClient } from '../../../test/scim.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let scim: ScimClient
let ada: string
let bob: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  scim = await openScimSilo(world, 'cloud', { admin_group_name: 'Cloud Admins' })
  ada = await scim.addUser('ada', { displayName: 'Ada' })
  bob = await scim.addUser('bob', { displayName: 'Bob' })
})
afterAll(() => world.close())

const member = (id: string, display: string) => ({
  value: id,
  $ref: `http://test/scim/v2/Users/${id}`,
  display,
  type: 'User',
})
const membersOf = async (id: string): Promise<string[]> =>
  ((await scim.ask('GET', `/Groups/${id}`)).body.members ?? []).map(
    ({ display }: { display: string }) => display,
  )

test.each([
  ['the same', 'Deck'],
  ['the same but for its case', 'DECK'],
])(
  'a new group with %s name as another one is a 409, also with a member that does not exist',
  async (_, displayName) => {
    const deck = await scim.addGroup('Deck')
    const members = [{ value: crypto.randomUUID() }]
    const ask = (name: string) =>
      scim.ask('POST', '/Groups', { schemas: [GROUP], displayName: name, members })
    expect(await ask(displayName)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    expect(await ask('Another deck')).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
    await scim.ask('DELETE', `/Groups/${deck}`)
  },
)

describe('a group', () => {
  let id: string
  test('is created with members, whose resources show it', async () => {
    const { status, headers, body } = await scim.ask('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Crew',
      externalId: 'ext-1',
      members: [
        { value: ada, display: 'somebody else' },
        { value: ada, type: 'User' },
      ],
    })
    id = body.id
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`http://test/scim/v2/Groups/${id}`)
    expect(body).toEqual({
      schemas: [GROUP],
      id,
      externalId: 'ext-1',
      displayName: 'Crew',
      members: [member(ada, 'Ada')],
      meta: {
        resourceType: 'Group',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `http://test/scim/v2/Groups/${id}`,
        version: headers.get('etag'),
      },
    })
    expect((await scim.ask('GET', `/Users/${ada}`)).body.groups).toEqual([
      { value: id, $ref: `http://test/scim/v2/Groups/${id}`, display: 'Crew', type: 'direct' },
    ])
    const { body: mine } = await world.ask(
      'GET',
      '/v1/me/groups',
      undefined,
      await sessionOf(world.services, ada),
    )
    expect(mine.items).toMatchObject([{ id, display_name: 'Crew' }])
  })

  test('gets and loses members by PATCH, in the dialect of every provider', async () => {
    await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: bob }] })
    expect(await membersOf(id)).toEqual(['Ada', 'Bob'])
    await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: bob }] })
    await scim.patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${ada}"]` })
    expect(await membersOf(id)).toEqual(['Bob'])
    await scim.patch(`/Groups/${id}`, { op: 'Remove', path: `members[value eq "${ada}"]` })
    await scim.patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ value: bob }] })
    expect(await membersOf(id)).toEqual([])
    await scim.patch(`/Groups/${id}`, {
      op: 'replace',
      value: { id, displayName: 'Crew', members: [{ value: ada }, { value: bob }] },
    })
    expect(await membersOf(id)).toEqual(['Ada', 'Bob'])
    await scim.patch(
      `/Groups/${id}`,
      { op: 'replace', path: 'members', value: [{ value: bob }] },
      { op: 'replace', path: 'displayName', value: 'Team' },
    )
    expect((await scim.ask('GET', `/Groups/${id}`)).body).toMatchObject({
      displayName: 'Team',
      members: [{ value: bob }],
    })
    await scim.patch(`/Groups/${id}`, { op: 'remove', path: 'members' })
    expect(await membersOf(id)).toEqual([])
  })

  test('is replaced by PUT', async () => {
    const { status, body } = await scim.ask('PUT', `/Groups/${id}`, {
      schemas: [GROUP],
      displayName: 'Crew',
      members: [{ value: bob }],
    })
    expect({ status, ...body }).toMatchObject({
      status: 200,
      displayName: 'Crew',
      members: [member(bob, 'Bob')],
    })
    expect(body).not.toHaveProperty('externalId')
  })

  test('has a unique name, regardless of case', async () => {
    expect(await scim.ask('POST', '/Groups', { schemas: [GROUP], displayName: 'CREW' })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    const other = await scim.addGroup('Others')
    expect(
      await scim.patch(`/Groups/${other}`, { op: 'replace', path: 'displayName', value: 'crew' }),
    ).toMatchObject({ status: 409 })
    expect(
      await scim.patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: 'crew' }),
    ).toMatchObject({ status: 200 })
  })

  test('has only users as members', async () => {
    const elsewhere = await (await openScimSilo(world, 'elsewhere')).addUser('eve')
    const add = (value: object) => scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value })
    for (const wrong of [
      { value: elsewhere },
      { value: crypto.randomUUID() },
      { value: 'nobody' },
      { value: id, type: 'Group' },
      { value: ada, $ref: `https://x/scim/v2/Groups/${id}` },
      { display: 'Ada' },
    ])
      expect(await add(wrong), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue' },
      })
    expect(await membersOf(id)).toEqual(['Bob'])
  })

  test('is deleted without its members and their other groups', async () => {
    const kept = await scim.addGroup('Kept', [bob])
    expect((await scim.ask('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await scim.ask('GET', `/Groups/${id}`)).status).toBe(404)
    expect((await scim.ask('GET', `/Users/${bob}`)).body.groups).toMatchObject([{ value: kept }])
    const rows = await world.services.db
      .selectFrom('scim_group')
      .selectAll()
      .where('group_id', '=', id)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('the admin group that the silo names', () => {
  test('has the role from its creation, as long as it keeps the name', async () => {
    const cookie = await sessionOf(world.services, ada)
    const isAdmin = async () => (await world.ask('GET', '/v1/me', undefined, cookie)).body.silo_admin
    const id = await scim.addGroup('Cloud Admins', [ada])
    expect(await isAdmin()).toBe(true)
    const { body } = await world.ask('GET', '/v1/policy', undefined, cookie)
    expect(body.role_assignments).toEqual([
      { identity_id: id, identity_type: 'silo_group', role_name: 'admin' },
    ])
    await scim.patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: 'cloud admins' })
    expect(await isAdmin()).toBe(false)
    await scim.patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: 'Cloud Admins' })
    expect(await isAdmin()).toBe(true)
    await scim.patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${ada}"]` })
    expect(await isAdmin()).toBe(false)
    await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: { value: ada } })
    expect((await scim.ask('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect(await isAdmin()).toBe(false)
    const roles = await world.services.db
      .selectFrom('role_assignment')
      .selectAll()
      .where('identity_id', '=', id)
      .execute()
    expect(roles).toEqual([])
    const logged = await world.services.db
      .selectFrom('change_log')
      .select(['kind', 'action'])
      .where('resource_id', '=', scim.siloId)
      .where('kind', '=', 'silo-policy')
      .execute()
    // Created, renamed and renamed back, deleted.
    expect(logged).toHaveLength(4)
  })
})

test('handles a group with many members', async () => {
  const ids: string[] = []
  for (let n = 0; n < 40; n++) ids.push(await scim.addUser(`many-${n}`))
  const id = await scim.addGroup('Many', ids)
  expect((await scim.ask('GET', `/Groups/${id}`)).body.members).toHaveLength(40)
  const { body } = await scim.ask(
    'GET',
    `/Groups?filter=displayName eq "many" and members eq "${ids[7]}"&excludedAttributes=members`,
  )
  expect(body.Resources).toEqual([{ schemas: [GROUP], id, displayName: 'Many', meta: expect.any(Object) }])
  expect((await scim.ask('GET', `/Groups?filter=members[value eq "${ids[7]}"]`)).body.totalResults).toBe(1)
  expect((await scim.ask('GET', `/Groups?filter=members eq "${ada}"`)).body.totalResults).toBe(0)
})

test('an ETag changes with everything that a resource shows', async () => {
  const user = await scim.addUser('etag')
  const tagOf = async (path: string) => (await scim.ask('GET', path)).headers.get('etag')!
  const steps: [string, () => Promise<unknown>][] = []
  const group = await scim.addGroup('Tagged')
  const paths = [`/Users/${user}`, `/Groups/${group}`]
  steps.push(
    ['joined', () => scim.patch(`/Groups/${group}`, { op: 'add', path: 'members', value: { value: user } })],
    [
      'group renamed',
      () => scim.patch(`/Groups/${group}`, { op: 'replace', path: 'displayName', value: 'Renamed' }),
    ],
    [
      'user renamed',
      () => scim.patch(`/Users/${user}`, { op: 'replace', path: 'displayName', value: 'New' }),
    ],
    ['left', () => scim.patch(`/Groups/${group}`, { op: 'remove', path: 'members' })],
  )
  for (const [step, take] of steps) {
    const before = await Promise.all(paths.map(tagOf))
    await take()
    for (const [at, path] of paths.entries())
      expect(await tagOf(path), `${step}: ${path}`).not.toBe(before[at])
  }
})
