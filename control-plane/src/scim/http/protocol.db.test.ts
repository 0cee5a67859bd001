import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionOf } from '../../../test/people.ts'
import { requestScim, GROUP, openScimSilo, type ScimClient, USER } from '../../../test/scim.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let scim: ScimClient
let other: ScimClient
beforeAll(async () => {
  world = await openWorld({ started: false })
  scim = await openScimSilo(world, 'cloud')
  other = await openScimSilo(world, 'other')
})
afterAll(() => world.close())

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('authentication', () => {
  test.each([
    ['nobody', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a token that is none', bearer('granary-scim-0000000000000000000000000000000000000000')],
    ['no token', bearer('')],
    ['a token of another kind', bearer('granary-token-0000000000000000000000000000000000000000')],
  ])('%s is 401 on every path', async (_, headers) => {
    for (const [method, path] of [
      ['GET', '/Users'],
      ['POST', '/Users'],
      ['DELETE', '/Groups/x'],
      ['GET', '/ServiceProviderConfig'],
      ['GET', '/Bulk'],
    ] as const) {
      const answer = await requestScim(
        world,
        method,
        path,
        method === 'POST' ? { schemas: [USER], userName: 'x' } : undefined,
        headers,
      )
      expect(answer).toMatchObject({ status: 401, body: { schemas: [ERROR], status: '401' } })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(answer.headers.get('x-request-id')).toBeTruthy()
    }
  })

  test('a session and an access token of an admin do not authenticate here', async () => {
    const cookie = await world.signIn('admin', 'secret')
    expect((await requestScim(world, 'GET', '/Users', undefined, { cookie })).status).toBe(401)
    const both = await requestScim(world, 'GET', '/Users', undefined, { cookie, ...bearer(scim.token) })
    expect(both.status).toBe(200)
  })

  test('a SCIM token does not authenticate elsewhere', async () => {
    for (const path of ['/v1/me', '/v1/users', '/v1/system/silos', '/v1/system/scim/tokens?silo=cloud']) {
      const response = await world.controlPlane.fetch(
        new Request(`http://test${path}`, { headers: bearer(scim.token) }),
      )
      expect(response.status).toBe(401)
    }
  })

  test('a token is invalid once it is deleted or expired, or its silo changes its mode', async () => {
    const { db } = world.services
    const fresh = await openScimSilo(world, 'fresh')
    const status = async () => (await fresh.ask('GET', '/Users')).status
    expect(await status()).toBe(200)
    await db
      .updateTable('scim_token')
      .set({ time_expires: '2026-01-01T00:00:00.000Z' })
      .where('silo_id', '=', fresh.siloId)
      .execute()
    expect(await status()).toBe(401)
    await db
      .updateTable('scim_token')
      .set({ time_expires: '2999-01-01T00:00:00.000Z' })
      .where('silo_id', '=', fresh.siloId)
      .execute()
    expect(await status()).toBe(200)
    await db.updateTable('silo').set({ identity_mode: 'saml_jit' }).where('id', '=', fresh.siloId).execute()
    expect(await status()).toBe(401)
    await db.updateTable('silo').set({ identity_mode: 'saml_scim' }).where('id', '=', fresh.siloId).execute()
    const { body } = await world.ask('GET', '/v1/system/scim/tokens?silo=fresh')
    await world.ask('DELETE', `/v1/system/scim/tokens/${body[0].id}?silo=fresh`)
    expect(await status()).toBe(401)
  })
})

test('a token of one silo never sees, changes or names resources of another', async () => {
  const eve = await other.addUser('eve')
  const crew = await other.addGroup('Crew', [eve])
  const mine = await scim.addGroup('Mine')
  for (const path of [`/Users/${eve}`, `/Groups/${crew}`]) {
    const missing = path.replace(/[^/]+$/, crypto.randomUUID())
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const body =
        method === 'PUT'
          ? { schemas: [USER, GROUP], userName: 'x', displayName: 'x' }
          : method === 'PATCH'
            ? {
                schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
                Operations: [{ op: 'remove', path: 'externalId' }],
              }
            : undefined
      const theirs = await scim.ask(method, path, body)
      expect(theirs.status).toBe(404)
      expect(theirs.body).toEqual((await scim.ask(method, missing, body)).body)
    }
  }
  for (const filter of [`id eq "${eve}"`, 'userName eq "eve"', 'userName sw "e"'])
    expect((await scim.ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0)
  expect((await scim.ask('GET', '/Users')).body.totalResults).toBe(0)
  expect((await scim.ask('GET', '/Groups')).body.totalResults).toBe(1)
  const theirs = await scim.patch(`/Groups/${mine}`, { op: 'add', path: 'members', value: { value: eve } })
  const nobody = await scim.patch(`/Groups/${mine}`, {
    op: 'add',
    path: 'members',
    value: { value: crypto.randomUUID() },
  })
  expect(theirs.body).toEqual(nobody.body)
  // Names are unique per silo only.
  await scim.addUser('eve')
  await scim.addGroup('Crew')
})

describe('discovery', () => {
  const listed = { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'] }
  test('describes the capabilities of the service', async () => {
    const { status, body, headers } = await scim.ask('GET', '/ServiceProviderConfig')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/scim\+json/)
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: true },
      etag: { supported: true },
      changePassword: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
  })
  test('lists the resource types', async () => {
    const { body } = await scim.ask('GET', '/ResourceTypes')
    expect(body).toMatchObject({ ...listed, totalResults: 2, itemsPerPage: 2, startIndex: 1 })
    expect(body.Resources.map(({ id, endpoint }: Record<string, string>) => [id, endpoint])).toEqual([
      ['User', '/Users'],
      ['Group', '/Groups'],
    ])
    expect((await scim.ask('GET', '/ResourceTypes/User')).body).toEqual(body.Resources[0])
    expect((await scim.ask('GET', '/ResourceTypes/Device')).status).toBe(404)
  })
  test('lists the schemas', async () => {
    const { body } = await scim.ask('GET', '/Schemas')
    expect(body).toMatchObject({ ...listed, totalResults: 3 })
    const user = (await scim.ask('GET', `/Schemas/${USER}`)).body
    expect(user).toEqual(body.Resources[0])
    expect(user.attributes.find(({ name }: { name: string }) => name === 'userName')).toEqual({
      name: 'userName',
      type: 'string',
      multiValued: false,
      description: expect.any(String),
      required: true,
      caseExact: false,
      mutability: 'readWrite',
      returned: 'default',
      uniqueness: 'server',
    })
    expect((await scim.ask('GET', '/Schemas/urn:none')).status).toBe(404)
    expect(JSON.stringify(body)).not.toContain('longest')
  })
  test('refuses a filter', async () => {
    for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'])
      expect((await scim.ask('GET', `${path}?filter=id pr`)).status).toBe(403)
  })
})

test.each([
  ['GET', '/Nothing', 404],
  ['GET', '/Users/a/b', 404],
  ['GET', '/Users/not-an-id', 404],
  ['GET', '/Users/%00', 404],
  ['DELETE', '/Users', 405],
  ['PUT', '/Groups', 405],
  ['POST', '/Users/x', 405],
  ['DELETE', '/Schemas', 405],
  ['POST', '/Bulk', 501],
  ['GET', '/Me', 501],
  ['POST', '/.search', 501],
])('%s %s is %i', async (method, path, status) => {
  expect(await scim.ask(method, path)).toMatchObject({
    status,
    body: { schemas: [ERROR], status: String(status) },
  })
})

describe('bodies', () => {
  const user = () => ({ schemas: [USER], userName: crypto.randomUUID() })
  test('are accepted in both media types, with parameters, in any case', async () => {
    for (const type of ['application/json', 'Application/SCIM+JSON; charset=utf-8'])
      expect((await scim.ask('POST', '/Users', user(), { 'content-type': type })).status).toBe(201)
    expect(await scim.ask('POST', '/Users', user(), { 'content-type': 'text/xml' })).toMatchObject({
      status: 415,
    })
  })
  test('that cannot be parsed are refused without repeating them', async () => {
    for (const body of ['{"secret"', '', 'null', '"hunter2"', '[1]', new Uint8Array([0xff, 0x22])]) {
      const { status, body: answer } = await scim.ask('POST', '/Users', body)
      expect({ status, ...answer }).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
      expect(JSON.stringify(answer)).not.toMatch(/secret|hunter2/)
    }
  })
  test('that are too large are refused', async () => {
    expect((await scim.ask('POST', '/Users', { ...user(), padding: 'x'.repeat(1_048_576) })).status).toBe(413)
    const emails = Array.from({ length: 3000 }, (_, n) => ({ value: `${n}@${'x'.repeat(60)}` }))
    expect(await scim.ask('POST', '/Users', { ...user(), emails })).toMatchObject({ status: 413 })
  })
})

describe('ETags', () => {
  test('save a response, and refuse a change of a resource that has changed', async () => {
    const id = await scim.addUser('versioned')
    const path = `/Users/${id}`
    const first = (await scim.ask('GET', path)).headers.get('etag')!
    expect(first).toMatch(/^W\/"/)
    const again = await scim.ask('GET', path, undefined, { 'if-none-match': first })
    expect({ status: again.status, body: again.body, etag: again.headers.get('etag') }).toEqual({
      status: 304,
      body: null,
      etag: first,
    })
    const put = (etag: string) =>
      scim.ask(
        'PUT',
        path,
        { schemas: [USER], userName: 'versioned', title: crypto.randomUUID() },
        { 'if-match': etag },
      )
    expect((await put(first)).status).toBe(200)
    expect(await put(first)).toMatchObject({ status: 412, body: { status: '412' } })
    expect((await scim.ask('GET', path, undefined, { 'if-none-match': first })).status).toBe(200)
    expect((await scim.ask('DELETE', path, undefined, { 'if-match': first })).status).toBe(412)
    expect((await put(`"x", ${(await scim.ask('GET', path)).headers.get('etag')}`)).status).toBe(200)
    expect((await put('*')).status).toBe(200)
    expect((await scim.ask('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204)
  })
  test('stay the same after a PATCH that changes nothing', async () => {
    const id = await scim.addUser('same', { title: 'x' })
    const before = (await scim.ask('GET', `/Users/${id}`)).body
    expect((await scim.patch(`/Users/${id}`, { op: 'replace', path: 'title', value: 'x' })).body).toEqual(
      before,
    )
  })
})

test('only one of many concurrent creates with the same name succeeds', async () => {
  const create = () => scim.ask('POST', '/Users', { schemas: [USER], userName: 'race' })
  const answers = await Promise.all(Array.from({ length: 8 }, create))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ])
})

test('logs an internal error and answers without its detail', async () => {
  const logged: string[] = []
  const { log, db } = world.services
  world.services.log = (_, message, fields) => void logged.push(JSON.stringify({ message, ...fields }))
  const cookie = await sessionOf(world.services, await scim.addUser('broken'))
  await db.updateTable('scim_user').set({ attributes: '{' }).where('user_name', '=', 'broken').execute()
  const { status, body } = await scim.ask('GET', '/Users')
  await db.updateTable('scim_user').set({ attributes: '{}' }).where('user_name', '=', 'broken').execute()
  world.services.log = log
  expect({ status, ...body }).toMatchObject({ status: '500', detail: 'Internal Server Error' })
  expect(logged.join('\n')).toMatch(/"operation":"scim_user_list".*SyntaxError/)
  for (const secret of [scim.token, cookie]) expect(logged.join('\n')).not.toContain(secret)
})

test('a base URL with a slash at its end works', async () => {
  const made = await scim.ask('POST', '//Users', { schemas: [USER], userName: 'slash' })
  expect(made.status).toBe(201)
  for (const path of [`//Users/${made.body.id}`, `/Users/${made.body.id}/`])
    expect((await scim.ask('GET', path)).body).toMatchObject({ userName: 'slash' })
  for (const path of ['//Users', '/Users/', '//Users?filter=userName%20eq%20%22slash%22'])
    expect((await scim.ask('GET', path)).status).toBe(200)
  expect((await scim.ask('PUT', '//Users')).status).toBe(405)
})
