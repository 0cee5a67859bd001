import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastChange } from '../../test/change-log.ts'
import { grantToken } from '../../test/devices.ts'
import { addGroup, addSilo, addUser, siloId } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

const remove = (id: string) =>
  world.ask('DELETE', `/v1/system/identity-providers/local/users/${id}?silo=main`)

test('deleting a user logs every policy that named the user, as the API shows it afterwards', async () => {
  const project = (await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })).body
    .id as string
  const id = await addUser(world.services, 'main', 'greta', {
    fleet: 'viewer',
    silo: 'collaborator',
    projects: { [project]: 'admin' },
  })
  expect((await remove(id)).status).toBe(204)
  const policies = [
    ['fleet-policy', 'fleet', '/v1/system/policy'],
    ['silo-policy', await siloId(world.services), '/v1/policy'],
    ['project-policy', project, '/v1/projects/shop/policy'],
  ] as const
  for (const [kind, resource, path] of policies) {
    const { last } = await lastChange(world, kind, resource)
    expect(last).toMatchObject({ action: 'updated', operation: 'local_idp_user_delete' })
    expect(JSON.stringify(last.before)).toContain(id)
    const { role_assignments } = (await world.ask('GET', path)).body
    expect(JSON.stringify(role_assignments)).not.toContain(id)
    expect(last.after).toEqual({ roleAssignments: [] })
  }
})

test('deleting a user logs the groups that lose a member', async () => {
  const id = await addUser(world.services, 'main', 'hugo')
  const group = await addGroup(world.services, 'main', 'team', [id])
  const other = await addGroup(world.services, 'main', 'others')
  await remove(id)
  const { last } = await lastChange(world, 'silo-group', group)
  expect(last).toMatchObject({ action: 'updated', name: 'team', operation: 'local_idp_user_delete' })
  await expect(lastChange(world, 'silo-group', other)).rejects.toThrow('no change')
})

test('logging a user out logs the deleted access tokens', async () => {
  await addUser(world.services, 'main', 'ines')
  const cookie = await world.signIn('ines', 'ines')
  await grantToken(world, cookie)
  const { id } = (await world.ask('GET', '/v1/me', undefined, cookie)).body
  const [token] = (await world.ask('GET', '/v1/me/access-tokens', undefined, cookie)).body.items
  await world.ask('POST', `/v1/users/${id}/logout`)
  const { last } = await lastChange(world, 'device-access-token', token.id)
  expect(last).toMatchObject({ action: 'deleted', before: { siloUserId: id }, after: null })
})

test('a new silo logs its quotas and the role of its admin group', async () => {
  const { body: silo } = await world.ask('POST', '/v1/system/silos', {
    name: 'lab',
    description: '',
    identity_mode: 'saml_jit',
    admin_group_name: 'admins',
    discoverable: true,
    quotas: { cpus: 1, memory: 2, storage: 3 },
    tls_certificates: [],
    mapped_fleet_roles: {},
  })
  expect((await lastChange(world, 'silo-quotas', silo.id)).last).toMatchObject({
    action: 'created',
    after: { cpus: 1, memory: 2, storage: 3 },
  })
  expect((await lastChange(world, 'silo-policy', silo.id)).last.after).toMatchObject({
    roleAssignments: [{ identityType: 'silo_group', roleName: 'admin' }],
  })
})

test('deleting a silo logs the policy of the fleet if it named a user of the silo', async () => {
  const silo = await addSilo(world.services, 'doomed')
  const id = await addUser(world.services, 'doomed', 'jan', { fleet: 'viewer', silo: 'admin' })
  expect((await world.ask('DELETE', `/v1/system/silos/${silo}`)).status).toBe(204)
  const { last } = await lastChange(world, 'fleet-policy', 'fleet')
  expect(last).toMatchObject({ operation: 'silo_delete' })
  expect(JSON.stringify(last.before)).toContain(id)
  expect(JSON.stringify(last.after)).not.toContain(id)
})
