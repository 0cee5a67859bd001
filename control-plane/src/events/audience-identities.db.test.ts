import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addGroup, addUser, siloId } from '../../test/people.ts'
import { anyChange, type Following, openFollowing } from '../../test/following.ts'

let events: Following
beforeAll(async () => {
  events = await openFollowing()
})
afterEach(() => events.leave())
afterAll(() => events.world.close())

test('sends events about SCIM tokens to admins of the silo only', async () => {
  const { services, signIn } = events.world
  await addUser(services, 'main', 'manager', { silo: 'admin' })
  const [manager, viewer, stranger] = await Promise.all([
    events.follow(await signIn('manager', 'manager')),
    events.follow(await signIn('viewer', 'viewer')),
    events.follow(await signIn('stranger', 'stranger', 'elsewhere')),
  ])
  const inSilo = await siloId(services)
  await events.write(
    anyChange('token', { kind: 'scim-token', siloId: inSilo }),
    anyChange('main', { kind: 'silo', siloId: inSilo }),
  )
  await events.saw(manager, 'silo updated main')
  await events.saw(viewer, 'silo updated main')
  await events.caughtUp(stranger, manager)
  expect(manager.changes()).toEqual(['scim-token updated token', 'silo updated main'])
  expect(viewer.changes()).toEqual(['silo updated main'])
  expect(stranger.changes()).toEqual([])
})

test('tells the members of a group that loses its role in a project', async () => {
  const { services, ask, signIn } = events.world
  const id = await events.project('shared')
  const member = await addUser(services, 'main', 'member')
  const group = await addGroup(services, 'main', 'team', [member])
  const policy = (...groups: string[]) => ({
    role_assignments: groups.map((identity_id) => ({
      identity_id,
      identity_type: 'silo_group',
      role_name: 'viewer',
    })),
  })
  const put = (body: object) => ask('PUT', `/v1/projects/${id}/policy`, body, events.admin)
  expect((await put(policy(group))).status).toBe(200)
  const [reader, nothing] = await Promise.all([
    events.follow(await signIn('member', 'member')),
    events.follow(await signIn('nothing', 'nothing')),
  ])
  expect((await put(policy())).status).toBe(200)
  await events.saw(reader, 'project-policy updated shared')
  await events.caughtUp(nothing, reader)
  expect(nothing.changes()).toEqual([])
})
