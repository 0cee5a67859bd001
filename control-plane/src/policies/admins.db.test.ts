import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGroup, addSilo, addUser, siloId } from '../../test/people.ts'
import { samlProviderRow } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'

const SILO = /^the silo would be left without an admin: /
const FLEET = /^the fleet would be left without an admin: /

let world: World
let admin: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  admin = (await world.ask('GET', '/v1/me')).body.id as string
})
afterAll(() => world.close())

type Row = { identity_id: string; identity_type: string; role_name: string }
const user = (identity_id: string, role_name = 'admin'): Row => ({
  identity_id,
  identity_type: 'silo_user',
  role_name,
})
const group = (identity_id: string, role_name = 'admin'): Row => ({
  identity_id,
  identity_type: 'silo_group',
  role_name,
})
const put = async (path: string, role_assignments: Row[], as?: string) => {
  const { status, body } = await world.ask('PUT', path, { role_assignments }, as)
  return status === 200
    ? 'ok'
    : ((status === 400 || status === 403 ? body.message : String(status)) as string)
}
const setFleet = (rows: Row[], as?: string) => put('/v1/system/policy', rows, as)
const setSilo = (silo: string, rows: Row[], as?: string) => put(`/v1/system/silos/${silo}/policy`, rows, as)
const remove = async (silo: string, id: string) => {
  const path = `/v1/system/identity-providers/local/users/${id}?silo=${silo}`
  const { status, body } = await world.ask('DELETE', path)
  return status === 204 ? 'ok' : (body.message as string)
}
const shutOut = async (silo: string, id: string) => {
  const path = `/v1/system/identity-providers/local/users/${id}/set-password?silo=${silo}`
  const { status, body } = await world.ask('POST', path, { mode: 'login_disallowed' })
  return status === 204 ? 'ok' : (body.message as string)
}
let made = 0
const newSilo = async (other = {}) => {
  const name = `silo-${++made}`
  await addSilo(world.services, name, other)
  return name
}
const setHash = (id: string, password_hash: string | null) =>
  world.services.db.updateTable('silo_user').set({ password_hash }).where('id', '=', id).execute()

describe('a silo with passwords', () => {
  test('keeps its last admin, whatever would remove them', async () => {
    const silo = await newSilo()
    const ann = await addUser(world.services, silo, 'ann')
    expect(await setSilo(silo, [user(ann)])).toBe('ok')
    for (const rows of [[], [user(ann, 'collaborator')]]) expect(await setSilo(silo, rows)).toMatch(SILO)
    expect(await remove(silo, ann)).toMatch(SILO)
    expect(await shutOut(silo, ann)).toMatch(SILO)
    const kept = await world.ask('GET', `/v1/system/silos/${silo}/policy`)
    expect(kept.body.role_assignments).toEqual([user(ann)])
    expect((await world.signIn('ann', 'ann', silo)).length).toBeGreaterThan(0)
  })

  test('lets an admin go when another one can sign in', async () => {
    const silo = await newSilo()
    const [ann, bob] = [
      await addUser(world.services, silo, 'ann'),
      await addUser(world.services, silo, 'bob'),
    ]
    expect(await setSilo(silo, [user(ann), user(bob)])).toBe('ok')
    await setHash(bob, null)
    expect(await setSilo(silo, [user(bob)])).toMatch(SILO)
    await setHash(bob, 'plain:bob')
    expect(await setSilo(silo, [user(bob)])).toBe('ok')
    expect(await remove(silo, ann)).toBe('ok')
    expect(await remove(silo, bob)).toMatch(SILO)
  })

  test('counts the members of a group, and ignores an empty group', async () => {
    const silo = await newSilo()
    const ann = await addUser(world.services, silo, 'ann')
    const [full, empty] = [
      await addGroup(world.services, silo, 'full', [ann]),
      await addGroup(world.services, silo, 'empty'),
    ]
    expect(await setSilo(silo, [user(ann), group(empty)])).toBe('ok')
    expect(await setSilo(silo, [group(empty)])).toMatch(SILO)
    expect(await setSilo(silo, [group(full)])).toBe('ok')
    expect(await remove(silo, ann)).toMatch(SILO)
  })

  test('that never had an admin needs none', async () => {
    const silo = await newSilo()
    const ann = await addUser(world.services, silo, 'ann')
    expect(await setSilo(silo, [user(ann, 'viewer')])).toBe('ok')
    expect(await setSilo(silo, [])).toBe('ok')
    expect(await remove(silo, ann)).toBe('ok')
  })
})

test('counts an empty admin group where an identity provider decides about its members', async () => {
  const silo = await newSilo({ identity_mode: 'saml_jit' })
  const ann = await addUser(world.services, silo, 'ann')
  const leads = await addGroup(world.services, silo, 'leads')
  expect(await setSilo(silo, [user(ann), group(leads)])).toBe('ok')
  expect(await setSilo(silo, [group(leads)])).toBe('ok')
  expect(await setSilo(silo, [group(leads, 'viewer')])).toMatch(SILO)
})

describe('the fleet', () => {
  beforeEach(() => setFleet([user(admin)]))

  test('keeps its last admin, whatever would remove them', async () => {
    expect(await setFleet([])).toMatch(FLEET)
    expect(await setFleet([user(admin, 'collaborator')])).toMatch(FLEET)
    const other = await addUser(world.services, 'main', `other-${++made}`)
    expect(await setSilo('main', [user(admin), user(other)])).toBe('ok')
    expect(await remove('main', admin)).toMatch(FLEET)
    expect(await shutOut('main', admin)).toMatch(FLEET)
  })

  test('needs an admin who can sign in now', async () => {
    const cookie = await world.signIn('admin', 'secret')
    const local = await newSilo()
    const nobody = await addUser(world.services, local, 'nobody')
    await setHash(nobody, null)
    const federated = await newSilo({ identity_mode: 'saml_jit' })
    const sam = await addUser(world.services, federated, 'sam')
    const empty = await addGroup(world.services, federated, 'empty')
    for (const row of [user(nobody), user(sam), group(empty)]) expect(await setFleet([row])).toMatch(FLEET)
    const time = { time_created: '', time_modified: '' }
    const provider = { id: crypto.randomUUID(), name: 'idp', description: '', ...time }
    await world.services.db
      .insertInto('saml_provider')
      .values(samlProviderRow(await siloId(world.services, federated), provider))
      .execute()
    expect(await setFleet([group(empty)])).toMatch(FLEET)
    expect(await setFleet([user(sam)])).toBe('ok')
    // The caller has lost their role on the fleet.
    expect(await setFleet([user(admin)], cookie)).toBe('Forbidden')
    await world.services.db.insertInto('role_assignment').values(roleOnFleet(admin)).execute()
  })

  test('counts groups, and roles in silos that are mapped to its own', async () => {
    const silo = await newSilo({ mapped_fleet_roles: '{"collaborator":["viewer","admin"]}' })
    const [ann, bob] = [
      await addUser(world.services, silo, 'ann'),
      await addUser(world.services, silo, 'bob'),
    ]
    const team = await addGroup(world.services, silo, 'team', [ann])
    expect(await setSilo(silo, [group(team, 'viewer')])).toBe('ok')
    expect(await setFleet([])).toMatch(FLEET)
    expect(await setSilo(silo, [group(team, 'admin'), user(bob, 'viewer')])).toBe('ok')
    expect(await setFleet([])).toBe('ok')
    await world.services.db.insertInto('role_assignment').values(roleOnFleet(admin)).execute()
    expect(await setFleet([group(team)])).toBe('ok')
    const asAnn = await world.signIn('ann', 'ann', silo)
    expect(await setSilo(silo, [user(bob), group(team, 'viewer')], asAnn)).toBe('ok')
    expect(await setFleet([user(ann, 'viewer')], asAnn)).toBe('ok')
    const asBob = await world.signIn('bob', 'bob', silo)
    expect(await setSilo(silo, [user(bob, 'limited_collaborator'), user(ann)], asBob)).toBe('ok')
    expect(await setSilo(silo, [user(ann, 'viewer'), user(bob)], asAnn)).toBe('ok')
    expect(await setFleet([user(admin)], asBob)).toBe('ok')
  })
})

const roleOnFleet = (id: string) => ({
  resource_id: 'fleet',
  resource_kind: 'fleet' as const,
  identity_kind: 'silo_user' as const,
  identity_id: id,
  role: 'admin',
})

test('a collaborator of the fleet cannot make an admin of the fleet by a mapped role', async () => {
  const silo = await newSilo({ mapped_fleet_roles: '{"collaborator":["admin"],"viewer":["viewer"]}' })
  const ann = await addUser(world.services, silo, 'ann')
  await addUser(world.services, 'main', 'carla', { fleet: 'collaborator' })
  const carla = await world.signIn('carla', 'carla')
  for (const role of ['admin', 'collaborator'])
    expect(await setSilo(silo, [user(ann, role)], carla)).toBe(
      'you need the fleet role "admin" for this: this role in the silo grants it',
    )
  expect(await setSilo(silo, [user(ann, 'limited_collaborator')], carla)).toBe('ok')
  expect(await setSilo(silo, [user(ann)])).toBe('ok')
  // Existing assignments may stay.
  expect(await setSilo(silo, [user(ann), user(ann, 'viewer')], carla)).toBe('ok')
})

test('a collaborator of the fleet cannot take the role of a fleet admin away by a mapped role', async () => {
  const silo = await newSilo({ mapped_fleet_roles: '{"collaborator":["admin"],"viewer":["viewer"]}' })
  const ann = await addUser(world.services, silo, 'ann')
  const bob = await addUser(world.services, silo, 'bob')
  const team = await addGroup(world.services, silo, 'team', [bob])
  await addUser(world.services, 'main', 'cleo', { fleet: 'collaborator' })
  const cleo = await world.signIn('cleo', 'cleo')
  expect(await setSilo(silo, [user(ann), user(bob), group(team, 'collaborator')])).toBe('ok')
  for (const less of [
    [user(ann), group(team, 'collaborator')],
    [user(ann), user(bob)],
    [user(ann), user(bob), group(team, 'limited_collaborator')],
  ])
    expect(await setSilo(silo, less, cleo)).toBe(
      'you need the fleet role "admin" for this: this role in the silo grants it',
    )
  expect(await setSilo(silo, [user(ann), user(bob)])).toBe('ok')
  expect(await setSilo(silo, [user(ann), user(bob), user(bob, 'viewer')], cleo)).toBe('ok')
  expect(await setSilo(silo, [user(ann), user(bob)], cleo)).toBe('ok')
})

test('two admins who remove each other concurrently do not both succeed', async () => {
  const silo = await newSilo()
  const [ann, bob] = [await addUser(world.services, silo, 'ann'), await addUser(world.services, silo, 'bob')]
  const [asAnn, asBob] = [await world.signIn('ann', 'ann', silo), await world.signIn('bob', 'bob', silo)]
  for (let round = 0; round < 10; round++) {
    expect(await setSilo(silo, [user(ann), user(bob)])).toBe('ok')
    const said = await Promise.all([
      put('/v1/policy', [user(ann)], asAnn),
      put('/v1/policy', [user(bob)], asBob),
    ])
    const { body } = await world.ask('GET', `/v1/system/silos/${silo}/policy`)
    expect(body.role_assignments).toHaveLength(1)
    expect(said.filter((one) => one === 'ok').length).toBeGreaterThan(0)
    expect(said.filter((one) => one !== 'ok').every((one) => one === 'Forbidden')).toBe(true)
  }
})

test('two admins who remove themselves concurrently do not both succeed', async () => {
  const silo = await newSilo()
  const [ann, bob] = [await addUser(world.services, silo, 'ann'), await addUser(world.services, silo, 'bob')]
  for (let round = 0; round < 10; round++) {
    expect(await setSilo(silo, [user(ann), user(bob)])).toBe('ok')
    await Promise.all([setHash(ann, 'plain:ann'), setHash(bob, 'plain:bob')])
    const said = await Promise.all([shutOut(silo, ann), shutOut(silo, bob)])
    expect(said.toSorted()).toEqual(['ok', expect.stringMatching(SILO)])
  }
})
