import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LIMITS, limitMessage } from '@granary/domain/limits.ts'
import { addSilo, siloId } from '../../test/people.ts'
import { newProvider, pretendedSaml } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
  await addSilo(world.services, 'lab', { identity_mode: 'saml_scim' })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.services.saml = pretendedSaml
  await world.services.db.deleteFrom('saml_provider').execute()
})

const PATH = '/v1/system/identity-providers'
const create = (body: object, silo = 'clinic') => world.ask('POST', `${PATH}/saml?silo=${silo}`, body)
const stored = () => world.services.db.selectFrom('saml_provider').selectAll().execute()

test('a provider is created, viewed by name and by id, and listed', async () => {
  const { status, body } = await create(newProvider('keycloak', { group_attribute_name: ' groups ' }))
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    name: 'keycloak',
    description: 'Sign in here',
    time_created: expect.any(String),
    time_modified: body.time_created,
    technical_contact_email: 'help@idp.example',
    sp_client_id: 'granary',
    acs_url: 'https://clinic.example/login/clinic/saml/keycloak',
    slo_url: 'https://clinic.example/logout',
    idp_entity_id: 'https://idp.example',
    group_attribute_name: 'groups',
    public_cert: null,
    max_fleet_role: 'admin',
    enabled: true,
    allow_unsolicited: false,
    missing_groups: 'keep',
    user_id_attribute: null,
  })
  expect((await world.ask('GET', `${PATH}/saml/keycloak?silo=clinic`)).body).toEqual(body)
  expect((await world.ask('GET', `${PATH}/saml/${body.id}`)).body).toEqual(body)
  const { id, name, description, time_created, time_modified } = body
  expect((await world.ask('GET', `${PATH}?silo=clinic`)).body.items).toEqual([
    {
      id,
      name,
      description,
      time_created,
      time_modified,
      provider_type: 'saml',
      enabled: true,
      allow_unsolicited: false,
      max_fleet_role: 'admin',
      missing_groups: 'keep',
      user_id_attribute: null,
    },
  ])
  expect((await world.ask('GET', `${PATH}?silo=main`)).body.items).toEqual([])
})

test('fetches metadata once from a given URL', async () => {
  await create(
    newProvider('keycloak', { idp_metadata_source: { type: 'url', url: 'https://idp.example/metadata' } }),
  )
  expect((await stored())[0]?.idp_metadata).toBe('<EntityDescriptor from="https://idp.example/metadata"/>')
})

test('stores a key pair, and shows the key in no answer and no event', async () => {
  const signing_keypair = { public_cert: 'the certificate', private_key: 'the secret key' }
  const { body } = await create(newProvider('keycloak', { signing_keypair }))
  expect(body.public_cert).toBe('the certificate')
  expect(JSON.stringify(body)).not.toContain('the secret key')
  expect((await stored())[0]?.private_key).toBe('the secret key')
  const changes = await world.services.db
    .selectFrom('change_log')
    .selectAll()
    .where('resource_id', '=', body.id)
    .execute()
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({ kind: 'saml-identity-provider', action: 'created', name: 'keycloak' })
  expect(JSON.stringify(changes)).not.toContain('the secret key')
})

test('refuses metadata beyond those of a silo that wait for their check, with a sentence, and takes it later', async () => {
  const waiting = Array.from({ length: LIMITS.samlMetadata.max }, () => Promise.withResolvers<null>())
  let begun = 0
  world.services.saml = { ...pretendedSaml, metadataProblem: () => waiting[begun++]!.promise }
  const creates = waiting.map((_, at) => create(newProvider(`provider-${at}`)))
  await expect.poll(() => begun).toBe(waiting.length)
  world.services.saml = pretendedSaml
  const refused = await create(newProvider('one-more'))
  expect([refused.status, refused.body.message]).toEqual([429, limitMessage('samlMetadata')])
  expect((await create(newProvider('keycloak'), 'lab')).status).toBe(201)
  for (const { resolve } of waiting) resolve(null)
  expect(new Set((await Promise.all(creates)).map(({ status }) => status))).toEqual(new Set([201]))
  const replaced = await world.ask(
    'PUT',
    '/experimental/v1/system/identity-providers/saml/provider-0/metadata?silo=clinic',
    { idp_metadata_source: { type: 'base64_encoded_xml', data: btoa('<EntityDescriptor key="other"/>') } },
  )
  expect(replaced.status).toBe(200)
})

const source = (idp_metadata_source: object) => ({ idp_metadata_source })

test.each([
  [
    'a URL that does not answer',
    source({ type: 'url', url: 'https://nowhere' }),
    'InvalidValue',
    'unsupported value for "url": it does not answer',
  ],
  [
    'data that is not base64',
    source({ type: 'base64_encoded_xml', data: '<a/>' }),
    'InvalidValue',
    /^unsupported value for "data": must be base64: /,
  ],
  [
    'data that is not UTF-8',
    source({ type: 'base64_encoded_xml', data: '/w==' }),
    'InvalidValue',
    'unsupported value for "data": must be XML in UTF-8',
  ],
  [
    'invalid metadata',
    source({ type: 'base64_encoded_xml', data: '' }),
    'InvalidValue',
    'unsupported value for "data": must have an IDPSSODescriptor',
  ],
  [
    'the key of another certificate',
    { signing_keypair: { public_cert: 'a', private_key: 'other' } },
    undefined,
    'unable to parse JSON body: signing_keypair.private_key: is not the key of the certificate',
  ],
  [
    'an invalid URL',
    { acs_url: 'clinic.example' },
    undefined,
    'unable to parse JSON body: acs_url: Must be an address that begins with https:// or http://',
  ],
  ['an empty entity id', { idp_entity_id: '' }, undefined, /^unable to parse JSON body: idp_entity_id: /],
])('refuses %s', async (_, more, code, message) => {
  const { status, body } = await create(newProvider('keycloak', more))
  expect({ status, code: body.error_code }).toEqual({ status: 400, code })
  expect(body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  expect(await stored()).toEqual([])
})

test('a name is unique in a silo', async () => {
  await create(newProvider())
  expect(await create(newProvider())).toMatchObject({
    status: 400,
    body: {
      error_code: 'ObjectAlreadyExists',
      message: 'already exists: saml-identity-provider "keycloak"',
    },
  })
  expect((await create(newProvider(), 'lab')).status).toBe(201)
})

test('refuses a provider for a silo with passwords', async () => {
  expect(await create(newProvider(), 'main')).toMatchObject({
    status: 400,
    body: { error_code: 'InvalidRequest', message: expect.stringContaining('users of silo "main" have') },
  })
})

test('refuses a provider on a host without SAML', async () => {
  delete world.services.saml
  expect(await create(newProvider())).toMatchObject({
    status: 400,
    body: { message: 'signing in with SAML needs the server; there is none behind this console' },
  })
})

test('refuses an id with a silo and a name without one', async () => {
  const { body } = await create(newProvider())
  const view = async (rest: string) => (await world.ask('GET', `${PATH}/saml/${rest}`)).body.message
  expect(await view(`${body.id}?silo=clinic`)).toBe(
    'when providing provider as an ID, silo should not be specified',
  )
  expect(await view('keycloak')).toBe('provider should either be an ID or silo should be specified')
  expect(await view('none?silo=clinic')).toBe('not found: saml-identity-provider with name "none"')
  expect(await view('keycloak?silo=none')).toBe('not found: silo with name "none"')
})

test('deleting a silo deletes its providers', async () => {
  const id = await addSilo(world.services, 'brief', { identity_mode: 'saml_jit' })
  await create(newProvider(), 'brief')
  await world.services.db.deleteFrom('silo_quota').where('silo_id', '=', id).execute()
  await world.services.db
    .deleteFrom('silo')
    .where('id', '=', await siloId(world.services, 'brief'))
    .execute()
  expect(await stored()).toEqual([])
})
