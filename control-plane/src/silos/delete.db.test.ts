import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addGroup, addUser } from '../../test/people.ts'
import { samlProviderRow } from '../../test/saml.ts'
import { newSilo, siloRows } from '../../test/silos.ts'
import { PUBLIC_KEY } from '../../test/ssh-key.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())
const create = async (name: string, other = {}) =>
  (await world.ask('POST', '/v1/system/silos', newSilo(name, other))).body.id as string
const remove = (name: string, as?: string) => world.ask('DELETE', `/v1/system/silos/${name}`, undefined, as)

/** Creates a silo with a row in every table of silos, and returns its admin's cookie and token. */
async function lived(name: string) {
  const { services } = world
  const { db } = services
  const id = await create(name, { admin_group_name: 'admins' })
  const anna = await addUser(services, name, 'anna', { silo: 'admin', fleet: 'viewer' })
  await addGroup(services, name, 'team', [anna])
  const cookie = await world.signIn('anna', 'anna', name)
  const token = await grantToken(world, cookie)
  const key = { name: 'mine', description: '', public_key: PUBLIC_KEY }
  expect((await world.ask('POST', '/v1/me/ssh-keys', key, cookie)).status).toBe(201)
  await world.ask('PUT', '/v1/auth-settings', { device_token_max_ttl_seconds: 60 }, cookie)
  const named = { name: 'idp', description: '', time_created: '', time_modified: '' }
  await db
    .insertInto('saml_provider')
    .values(samlProviderRow(id, { ...named, id: crypto.randomUUID() }))
    .execute()
  await db
    .insertInto('certificate')
    .values({
      ...named,
      id: crypto.randomUUID(),
      silo_id: id,
      service: 'external_api',
      cert: '',
      private_key: '',
    })
    .execute()
  await db
    .insertInto('scim_token')
    .values({ id: crypto.randomUUID(), silo_id: id, token_hash: name, time_created: '', time_expires: null })
    .execute()
  const pool = await db.selectFrom('ip_pool').select('id').executeTakeFirstOrThrow()
  await db.insertInto('ip_pool_silo').values({ ip_pool_id: pool.id, silo_id: id, is_default: 1 }).execute()
  return { id, anna, cookie, token }
}

describe('deleting a silo', () => {
  test('deletes its rows in every table, and none of another silo', async () => {
    const before = await siloRows(world)
    const { id, cookie, token } = await lived('eng')
    const full = await siloRows(world)
    const same = Object.keys(full).filter((table) => full[table] === before[table])
    expect(same).toEqual(['ip_pool'])
    expect((await remove('eng')).status).toBe(204)
    expect(await siloRows(world)).toEqual(before)
    const me = (as: string, headers = {}) => world.ask('GET', '/v1/me', undefined, as, headers)
    expect((await me(cookie)).status).toBe(401)
    expect((await me('', bearer(token))).status).toBe(401)
    expect((await world.ask('GET', '/v1/me')).status).toBe(200)
    for (const gone of ['eng', id])
      expect((await world.ask('GET', `/v1/system/silos/${gone}`)).body.error_code).toBe('ObjectNotFound')
    expect(
      (await world.ask('POST', '/v1/login/eng/local', { username: 'anna', password: 'anna' }, '')).status,
    ).toBe(404)
    const [last] = await world.services.db
      .selectFrom('change_log')
      .selectAll()
      .where('resource_id', '=', id)
      .orderBy('seq', 'desc')
      .execute()
    expect(last).toMatchObject({ kind: 'silo', action: 'deleted', name: 'eng', after: null })
    expect(await create('eng')).not.toBe(id)
  })

  test('is allowed to its own admins and to collaborators of the fleet', async () => {
    const { cookie } = await lived('own')
    await addUser(world.services, 'own', 'bob', { silo: 'collaborator' })
    await addUser(world.services, 'main', 'view', { fleet: 'viewer' })
    await addUser(world.services, 'main', 'work', { fleet: 'collaborator' })
    expect((await remove('own', await world.signIn('bob', 'bob', 'own'))).status).toBe(403)
    expect((await remove('own', await world.signIn('view', 'view'))).status).toBe(403)
    expect((await remove('own', cookie)).status).toBe(204)
    await create('other')
    expect((await remove('other', await world.signIn('work', 'work'))).status).toBe(204)
  })

  test('is refused while it contains a project', async () => {
    const { cookie } = await lived('busy')
    await world.ask('POST', '/v1/projects', { name: 'shop', description: '' }, cookie)
    const rows = await siloRows(world)
    expect(await remove('busy')).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: 'silo to be deleted contains a project' },
    })
    expect(await siloRows(world)).toEqual(rows)
    expect((await world.ask('GET', '/v1/me', undefined, cookie)).status).toBe(200)
  })

  test('is refused while it contains an image', async () => {
    const id = await create('pictures')
    const time = world.services.clock.now().toISOString()
    await world.services.db
      .insertInto('image')
      .values({
        id: crypto.randomUUID(),
        name: 'debian',
        description: '',
        tags: '{}',
        time_created: time,
        time_modified: time,
        silo_id: id,
        project_id: null,
        os: 'debian',
        version: '13',
        size: 2 ** 30,
        block_size: 512,
        digest: null,
        state: 'ready',
        source_snapshot_id: null,
      })
      .execute()
    expect((await remove('pictures')).body).toMatchObject({
      error_code: 'InvalidRequest',
      message: 'silo to be deleted contains a silo image: debian',
    })
  })

  test('is refused if the fleet would lose its last admins', async () => {
    const refused = {
      status: 400,
      body: { message: expect.stringMatching(/^the fleet would be left without an admin/) },
    }
    expect(await remove('main')).toMatchObject(refused)
    const heirs = await create('heirs', { mapped_fleet_roles: { collaborator: ['admin'] } })
    await addUser(world.services, 'heirs', 'viewer', { silo: 'viewer' })
    expect(await remove('main')).toMatchObject(refused)
    await addUser(world.services, 'heirs', 'heir', { silo: 'collaborator' })
    expect((await remove('main')).status).toBe(204)
    const heir = await world.signIn('heir', 'heir', 'heirs')
    expect((await world.ask('GET', '/v1/system/silos/heirs', undefined, heir)).body.id).toBe(heirs)
    expect(await remove('heirs', heir)).toMatchObject(refused)
  })
})
