import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addSilo, addUser, siloId } from '../../test/people.ts'
import { PUBLIC_KEY } from '../../test/ssh-key.ts'
import { anyChange, type Following, openFollowing } from '../../test/following.ts'

let events: Following
beforeAll(async () => {
  events = await openFollowing()
})
afterEach(() => events.leave())
afterAll(() => events.world.close())

test('sends users only events about resources that they may read', async () => {
  const open = await events.project('open')
  await addUser(events.world.services, 'main', 'member', { projects: { [open]: 'viewer' } })
  const names = [
    ['stranger', 'elsewhere'],
    ['viewer', 'main'],
    ['nothing', 'main'],
    ['member', 'main'],
  ] as const
  const [stranger, viewer, nothing, member] = await Promise.all(
    names.map(async ([name, silo]) => events.follow(await events.world.signIn(name, name, silo))),
  )
  const closed = await events.project('closed')
  const disk = { name: 'd', description: '', size: 2 ** 30, disk_backend: { type: 'local' } }
  for (const id of [open, closed])
    await events.world.ask('POST', `/v1/disks?project=${id}`, disk, events.admin)
  await events.world.ask(
    'POST',
    '/v1/me/ssh-keys',
    { name: 'secret-key', description: '', public_key: PUBLIC_KEY },
    events.admin,
  )
  await events.world.ask('PUT', '/v1/projects/open', { description: 'last' }, events.admin)
  await events.saw(viewer!, 'project updated open')
  await events.saw(member!, 'project updated open')
  expect(viewer!.changes()).toContain('project created closed')
  expect(viewer!.changes().filter((change) => change === 'disk created d')).toHaveLength(2)
  expect(member!.changes()).toEqual(['disk created d', 'project updated open'])
  expect(nothing!.changes()).toEqual([])
  expect(stranger!.changes()).toEqual([])
  expect(viewer!.changes().join()).not.toContain('secret-key')
})

test('sends events about keys to their owner', async () => {
  const cookie = await events.world.signIn('nothing', 'nothing')
  const reader = await events.follow(cookie)
  await events.world.ask(
    'POST',
    '/v1/me/ssh-keys',
    { name: 'own', description: '', public_key: PUBLIC_KEY },
    cookie,
  )
  await events.world.ask('DELETE', '/v1/me/ssh-keys/own', undefined, cookie)
  await events.saw(reader, 'ssh-key deleted own')
  expect(reader.changes()).toEqual(['ssh-key created own', 'ssh-key deleted own'])
})

test('sends events about silo resources to users who may list them, about the silo itself to all of its users', async () => {
  const [viewer, nothing] = await Promise.all(
    ['viewer', 'nothing'].map(async (name) => events.follow(await events.world.signIn(name, name))),
  )
  const inSilo = await siloId(events.world.services)
  await events.write(
    ...(['silo-image', 'silo'] as const).map((kind) => anyChange(kind, { kind, siloId: inSilo })),
  )
  await events.saw(nothing!, 'silo updated silo')
  await events.saw(viewer!, 'silo updated silo')
  expect(nothing!.changes()).toEqual(['silo updated silo'])
  expect(viewer!.changes()).toEqual(['silo-image updated silo-image', 'silo updated silo'])
})

test('sends events about multicast groups to all users of the silos that are linked to their pool', async () => {
  const { ask, services, signIn } = events.world
  const post = (path: string, body: object) => ask('POST', path, body, events.admin)
  const pools = '/v1/system/ip-pools'
  const shared = { name: 'shared', description: '', ip_version: 'v4', pool_type: 'multicast' }
  const { id: ipPoolId } = (await post(pools, shared)).body
  await post(`${pools}/shared/silos`, { silo: 'main', is_default: true })
  await addSilo(services, 'linked')
  await addUser(services, 'linked', 'neighbour')
  await post(`${pools}/shared/silos`, { silo: 'linked', is_default: true })
  const names = [
    ['nothing', 'main'],
    ['neighbour', 'linked'],
    ['stranger', 'elsewhere'],
  ] as const
  const [nothing, neighbour, stranger] = await Promise.all(
    names.map(async ([name, silo]) => events.follow(await signIn(name, name, silo))),
  )
  const group = (name: string) => anyChange(name, { kind: 'multicast-group' })
  await events.write(
    { ...group('video'), after: { ipPoolId } },
    { ...group('video'), action: 'deleted', before: { ipPoolId } },
    { ...group('far'), after: { ipPoolId: crypto.randomUUID() } },
    anyChange('elsewhere', { kind: 'silo', siloId: await siloId(services, 'elsewhere') }),
  )
  await events.saw(stranger!, 'silo updated elsewhere')
  const heard = ['multicast-group updated video', 'multicast-group deleted video']
  for (const reader of [nothing!, neighbour!]) {
    await events.saw(reader, heard[1]!)
    expect(reader.changes()).toEqual(heard)
  }
  expect(stranger!.changes()).toEqual(['silo updated elsewhere'])
})

test('tells members that their project is deleted', async () => {
  const id = await events.project('doomed')
  await addUser(events.world.services, 'main', 'mourner', { projects: { [id]: 'viewer' } })
  const reader = await events.follow(await events.world.signIn('mourner', 'mourner'))
  await events.world.ask(
    'DELETE',
    '/v1/vpc-subnets/default?project=doomed&vpc=default',
    undefined,
    events.admin,
  )
  await events.world.ask('DELETE', '/v1/vpcs/default?project=doomed', undefined, events.admin)
  expect((await events.world.ask('DELETE', '/v1/projects/doomed', undefined, events.admin)).status).toBe(204)
  await events.saw(reader, 'project deleted doomed')
})

test('stops events after a role is removed', async () => {
  const id = await events.project('shared')
  const user = await addUser(events.world.services, 'main', 'former', { projects: { [id]: 'viewer' } })
  const reader = await events.follow(await events.world.signIn('former', 'former'))
  await events.world.ask('PUT', '/v1/projects/shared', { description: 'one' }, events.admin)
  await events.saw(reader, 'project updated shared')
  await events.world.services.db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
  const witness = await events.follow(events.admin)
  await events.world.ask('PUT', '/v1/projects/shared', { description: 'two' }, events.admin)
  await events.saw(witness, 'project updated shared')
  await events.caughtUp(reader, witness)
  expect(reader.changes()).toEqual(['project updated shared'])
})

test('tells a user who loses their role in a project, and no other user without a role there', async () => {
  const id = await events.project('left')
  await addUser(events.world.services, 'main', 'leaver', { projects: { [id]: 'viewer' } })
  const leaver = await events.follow(await events.world.signIn('leaver', 'leaver'))
  const nothing = await events.follow(await events.world.signIn('nothing', 'nothing'))
  const witness = await events.follow(events.admin)
  const empty = { role_assignments: [] }
  expect((await events.world.ask('PUT', `/v1/projects/${id}/policy`, empty, events.admin)).status).toBe(200)
  await events.saw(leaver, 'project-policy updated left')
  await events.world.ask('PUT', '/v1/projects/left', { description: 'without them' }, events.admin)
  await events.saw(witness, 'project updated left')
  await events.caughtUp(leaver, witness)
  await events.caughtUp(nothing, witness)
  expect(leaver.changes()).toEqual(['project-policy updated left'])
  expect(nothing.changes()).toEqual([])
})
