import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfSigned } from '../../../contract/test/certificates.ts'
import { addUser } from '../../test/people.ts'
import { newSilo, siloRows } from '../../test/silos.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let collaborator: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  await addUser(world.services, 'main', 'carla', { fleet: 'collaborator' })
  collaborator = await world.signIn('carla', 'carla')
})
afterAll(() => world.close())
const create = (name: string, other = {}, as?: string) =>
  world.ask('POST', '/v1/system/silos', newSilo(name, other), as)

describe('a new silo', () => {
  test('has the requested fields and quotas, and is empty', async () => {
    const before = await siloRows(world)
    const { status, body } = await create('eng', { description: 'builds', discoverable: false })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      name: 'eng',
      description: 'builds',
      identity_mode: 'local_only',
      discoverable: false,
      admin_group_name: null,
      mapped_fleet_roles: {},
      time_created: body.time_created,
      time_modified: body.time_created,
    })
    expect((await world.ask('GET', '/v1/system/silos/eng')).body).toEqual(body)
    expect((await world.ask('GET', '/v1/system/silos/eng/quotas')).body).toEqual({
      silo_id: body.id,
      cpus: 8,
      memory: 2 ** 34,
      storage: 2 ** 40,
    })
    expect((await world.ask('GET', '/v1/system/silos/eng/ip-pools')).body.items).toEqual([])
    expect(await siloRows(world)).toEqual({
      ...before,
      silo: before.silo! + 1,
      silo_quota: before.silo_quota! + 1,
      provisioned: before.provisioned! + 1,
    })
    const { body: list } = await world.ask('GET', '/v1/system/silos')
    expect(list.items.map(({ name }: { name: string }) => name)).not.toContain('eng')
  })

  test('is created by a collaborator of the fleet, but without mapped roles of the fleet', async () => {
    expect((await create('by-carla', {}, collaborator)).status).toBe(201)
    const mapped = { mapped_fleet_roles: { admin: ['viewer'] } }
    expect(await create('mapped', mapped, collaborator)).toMatchObject({
      status: 403,
      body: {
        error_code: 'Forbidden',
        message: 'only an administrator of the fleet may map roles of a silo to roles of the fleet',
      },
    })
    expect((await create('mapped', mapped)).body.mapped_fleet_roles).toEqual({ admin: ['viewer'] })
  })

  test('maps each of its roles to each role of the fleet once', async () => {
    const { body } = await create('many-roles', {
      mapped_fleet_roles: { admin: ['admin', 'viewer', 'admin'], limited_collaborator: [] },
    })
    expect(body.mapped_fleet_roles).toEqual({ admin: ['admin', 'viewer'], limited_collaborator: [] })
  })

  test.each(['local_only', 'saml_jit'])('with mode %s has an admin group', async (mode) => {
    const name = mode.replace('_', '-')
    const { body } = await create(name, { identity_mode: mode, admin_group_name: 'The admins' })
    expect(body.admin_group_name).toBe('The admins')
    const policy = (await world.ask('GET', `/v1/system/silos/${name}/policy`)).body.role_assignments
    const group = await world.services.db
      .selectFrom('silo_group')
      .selectAll()
      .where('silo_id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(group.display_name).toBe('The admins')
    expect(policy).toEqual([{ identity_id: group.id, identity_type: 'silo_group', role_name: 'admin' }])
  })

  test('with SCIM waits for its identity provider to create that group', async () => {
    const before = await siloRows(world)
    const { body } = await create('scim', { identity_mode: 'saml_scim', admin_group_name: 'The admins' })
    expect(body.admin_group_name).toBe('The admins')
    const after = await siloRows(world)
    expect(after.silo_group).toBe(before.silo_group)
    expect(after.role_assignment).toBe(before.role_assignment)
  })

  test('never shows the private key of its certificate', async () => {
    const { cert, key } = selfSigned({ names: ['secure.sys.example'] })
    const web = { name: 'web', description: 'until May', service: 'external_api', cert, key }
    const { status, body } = await create('secure', { tls_certificates: [web] })
    expect(status).toBe(201)
    const list = await world.ask('GET', '/v1/certificates?silo=secure')
    expect(list.body.items).toMatchObject([{ name: 'web', description: 'until May', cert }])
    const secret = key.split('\n')[1]!
    expect(JSON.stringify([body, list.body])).not.toContain(secret)
    const changes = await world.services.db.selectFrom('change_log').selectAll().execute()
    expect(changes.filter(({ kind }) => kind === 'certificate')).toMatchObject([
      { silo_id: body.id, name: 'web' },
    ])
    expect(JSON.stringify(changes)).not.toContain(secret)
  })
})

describe('a refused silo leaves nothing behind', () => {
  const good = selfSigned({ names: ['x.sys.example'] })
  const certificate = (other: object) => ({
    name: 'web',
    description: '',
    service: 'external_api',
    ...good,
    ...other,
  })
  const refusals: [what: string, other: object, code: string | undefined, message: string][] = [
    ['name taken', { name: 'main' }, 'ObjectAlreadyExists', 'already exists: silo "main"'],
    [
      'negative CPUs',
      { quotas: { cpus: -1, memory: 0, storage: 0 } },
      'InvalidRequest',
      'cannot create silo quota: CPU quota must not be negative',
    ],
    ['negative memory', { quotas: { cpus: 0, memory: -1, storage: 0 } }, undefined, 'quotas.memory: '],
    ['no quotas', { quotas: undefined }, undefined, 'quotas: '],
    ['half of the quotas', { quotas: { cpus: 1 } }, undefined, 'quotas.memory: '],
    ['no list of certificates', { tls_certificates: undefined }, undefined, 'tls_certificates: '],
    ['unknown mode', { identity_mode: 'saml' }, undefined, 'identity_mode: '],
    ['blank group', { admin_group_name: ' ' }, undefined, 'admin_group_name: must not be blank'],
    ['unknown role', { mapped_fleet_roles: { owner: ['admin'] } }, undefined, 'mapped_fleet_roles'],
    [
      'unknown fleet role',
      { mapped_fleet_roles: { admin: ['owner'] } },
      undefined,
      'mapped_fleet_roles.admin.0: ',
    ],
    ['upper case', { name: 'Eng' }, undefined, 'name: Can only contain lower-case letters'],
    [
      'no certificate in it',
      { tls_certificates: [certificate({ cert: 'none' })] },
      'InvalidValue',
      'unsupported value for "certificate": it must be X.509 in PEM form, beginning -----BEGIN CERTIFICATE-----',
    ],
    [
      'key of another',
      { tls_certificates: [certificate({ key: selfSigned().key })] },
      'InvalidValue',
      'unsupported value for "private-key": it is not the key of the (first) certificate',
    ],
    [
      'certificates of one name',
      { tls_certificates: [certificate({}), certificate({})] },
      'ObjectAlreadyExists',
      'already exists: certificate "web"',
    ],
    [
      'certificate with bad name',
      { tls_certificates: [certificate({ name: '' })] },
      undefined,
      'tls_certificates.0.name: ',
    ],
  ]
  test.each(refusals)('%s', async (_, other, code, message) => {
    const before = await siloRows(world)
    const log = await changes()
    const { status, body } = await create('never', { admin_group_name: 'admins', ...other })
    expect(status).toBe(400)
    expect(body.error_code).toBe(code)
    expect(body.message).toContain(message)
    expect(await siloRows(world)).toEqual(before)
    expect(await changes()).toBe(log)
  })
  const changes = async () =>
    (await world.services.db.selectFrom('change_log').select('seq').execute()).length
})
