import { request } from 'node:http'
import { expect, test } from 'vitest'
import { openClinic } from '../../test/saml/clinic.ts'
import { forge, wrappings } from '../../test/saml/forge.ts'
import { identityProvider } from '../../test/saml/identity-provider.ts'
import { other, sp } from '../../test/saml/keys.ts'
import { runServer } from '../../test/server.ts'

const PAGE = { accept: 'text/html,application/xhtml+xml' }

test('signs a user with groups in by a signed request and a signed answer', async () => {
  const server = await runServer()
  const signing_keypair = { public_cert: sp.certificate, private_key: sp.privateKey }
  const clinic = await openClinic(server, {
    options: { wantSignedRequests: true },
    provider: { signing_keypair },
  })
  const out = await server.get(
    `${clinic.path}/redirect?redirect_uri=${encodeURIComponent('/projects?a=b')}`,
    PAGE,
  )
  expect(out.status).toBe(302)
  const { id, relayState } = await clinic.receive(out.headers.get('location')!)
  const response = await clinic.say({
    nameId: 'ada',
    attributes: { groups: ['nurses, chiefs'], displayName: ['Ada L.'] },
    inResponseTo: id,
  })
  const posted = await clinic.post(response, relayState, PAGE)
  expect(posted.status).toBe(303)
  expect(posted.headers.get('set-cookie')).toBeNull()
  const finish = posted.headers.get('location')!
  expect(finish).toMatch(/^\/login\/clinic\/saml\/keycloak\/finish\?answer=[0-9a-f]{40}$/)
  const elsewhere = await server.get(finish, PAGE)
  expect(elsewhere.status).toBe(400)
  expect(await elsewhere.text()).toContain(
    'it came to another browser or host name than its request: sign in again from here',
  )
  const back = await server.get(finish, { ...PAGE, cookie: out.headers.get('set-cookie')!.split(';')[0]! })
  expect(back.status).toBe(303)
  expect(back.headers.get('location')).toBe('/projects?a=b')
  const [cookie, ...attributes] = back.headers.get('set-cookie')!.split('; ')
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax'])
  const me = await (await server.get('/v1/me', { cookie: cookie! })).json()
  expect(me).toMatchObject({ display_name: 'Ada L.', silo_name: 'clinic', silo_admin: true })

  const again = await clinic.post(response, relayState)
  expect(again.status).toBe(400)
  expect(again.headers.get('set-cookie')).toBeNull()
})

test('opens a page with any characters in its address after the sign-in', async () => {
  const server = await runServer()
  const clinic = await openClinic(server)
  const posted = await clinic.post(await clinic.say({ nameId: 'ada' }), '/projects/€?a=😀 ä%20b')
  const back = await server.get(posted.headers.get('location')!, PAGE)
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    '/projects/%E2%82%AC?a=%F0%9F%98%80%20%C3%A4%20b',
  ])
  expect(back.headers.get('set-cookie')).toMatch(/^granary-session-\d+=/)
})

test('refuses a used assertion, whichever request it answers', async () => {
  const clinic = await openClinic(await runServer())
  const response = await clinic.say({})
  expect((await clinic.post(response)).status).toBe(303)
  const replayed = await clinic.post(response)
  expect(replayed.status).toBe(400)
  expect(await replayed.json()).toEqual({
    request_id: expect.any(String),
    message: 'the answer of the identity provider was refused: a user has signed in with it already',
  })
})

test('refuses forged, wrapped and weak responses with 400 and no code', async () => {
  const server = await runServer()
  const clinic = await openClinic(server)
  const signed = await clinic.say({ nameId: 'ada' })
  const forged = [
    forge(signed, (xml) => xml.replace('>ada<', '>admin<')),
    ...Object.values(wrappings).map((wrap) => forge(signed, wrap)),
    'AAAA',
    '',
  ]
  for (const response of forged) {
    const answer = await clinic.post(response)
    expect(answer.status).toBe(400)
    expect(await answer.json()).not.toHaveProperty('error_code')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  const cookie = await clinic.signIn({ attributes: { groups: ['chiefs'] } })
  const { items } = (await (await server.get('/v1/users', { cookie })).json()) as { items: unknown[] }
  expect(items).toHaveLength(1)
})

test('refuses foreign keys, and SHA-1', async () => {
  const clinic = await openClinic(await runServer())
  for (const options of [{ keys: other }, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }])
    expect((await clinic.post(await identityProvider(clinic.acsUrl, options).say({}))).status).toBe(400)
})

test('shows a browser the refusal in the console, at the address that it posted to', async () => {
  const clinic = await openClinic(await runServer())
  const answer = await clinic.post('AAAA', '/', PAGE)
  expect(answer.status).toBe(400)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(await answer.text()).toBe(
    '<!doctype html><meta name="granary-sign-in-refused" content="the answer of the identity provider was refused: it is not well-formed XML"><title>Granary Console</title>',
  )
  const nowhere = await fetch(`${clinic.acsUrl}x/redirect`, { headers: PAGE })
  expect(nowhere.status).toBe(404)
  expect(await nowhere.text()).toContain(
    'content="not found: identity-provider with name &#34;keycloakx&#34;"',
  )
})

test('accepts only the answer of a provider from another site', async () => {
  const server = await runServer()
  const clinic = await openClinic(server)
  const foreign = { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' }
  for (const path of [
    `${clinic.path}/redirect`,
    `${clinic.path}/`,
    '/login/clinic/saml',
    '/v1/logout',
    '/login/clinic/local',
  ])
    expect((await server.send('POST', path, {}, foreign)).status, path).toBe(403)
  expect((await clinic.post(await clinic.say({}))).status).toBe(303)
})

test('redirects a page without a session to the provider of the silo of the host', async () => {
  const server = await runServer(['--dns-zone', 'cloud.example'])
  const clinic = await openClinic(server)
  const { port } = new URL(server.url)
  const location = (host: string, path: string) =>
    new Promise((resolve, reject) => {
      request({ port, path, host: '127.0.0.1', headers: { ...PAGE, host } }, (answer) => {
        answer.resume()
        resolve(answer.headers.location ?? answer.statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await location('clinic.sys.cloud.example', '/projects?a=b')).toBe(
    `${clinic.path}?redirect_uri=%2Fprojects%3Fa%3Db`,
  )
  expect(await location('clinic.sys.cloud.example', '/login')).toBe(clinic.path)
  expect(await location('clinic.sys.other.example', '/login')).toBe('/login/main/local')
  expect(await location('none.sys.cloud.example', '/login')).toBe('/login/main/local')
  expect(await location('clinic.sys.cloud.example', clinic.path)).toBe(200)
  const cookie = await server.signIn()
  const silo = { name: 'lonely', description: '', identity_mode: 'saml_jit', discoverable: true }
  const rest = { quotas: { cpus: 0, memory: 0, storage: 0 }, tls_certificates: [], mapped_fleet_roles: {} }
  await server.send('POST', '/v1/system/silos', { ...silo, ...rest }, { cookie })
  expect(await location('lonely.sys.cloud.example', '/login')).toBe(400)
})

test('fetches metadata from this machine only where that is allowed', async () => {
  const FAILED = 'unsupported value for \\"url\\": metadata could not be fetched from this address'
  const metadata = (url: string) => ({ idp_metadata_source: { type: 'url', url } })
  const refusing = await runServer()
  await expect(openClinic(refusing, { provider: metadata(`${refusing.url}/metadata`) })).rejects.toThrow(
    FAILED,
  )
  const allowing = await runServer(['--metadata-networks', '127.0.0.1,::1'])
  await expect(openClinic(allowing, { provider: metadata(`${allowing.url}/metadata`) })).rejects.toThrow(
    FAILED,
  )
})
