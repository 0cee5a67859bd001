import { systemClock } from '@granary/compute/clock.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../contract/test/certificates.ts'
import { requestDeviceCode, bearer } from '../../test/devices.ts'
import { requestWebhooks } from '../../test/recording-receiver.ts'
import { newProvider, pretendedSaml } from '../../test/saml.ts'
import { requestScim, openScimSilo, USER } from '../../test/scim.ts'
import { plainBundles } from '../../test/support-bundles.ts'
import { type Answer, openWorld, type World } from '../../test/world.ts'
import { defaultSettings } from '../kit/context/services.ts'
import { runSupportBundle } from '../support-bundles/run.ts'
import { hashToken } from '../access/token.ts'

// Exercises every operation with a secret, then looks for the secrets everywhere they must not be.

let world: World
/** Secrets by kind; each may appear only where it belongs. */
const secrets: Record<string, string> = {
  password: 'correct-horse-1',
  'new password': 'battery-staple-2',
  'wrong password': 'hunter-two-3',
}
/** Secrets that the server needs in the clear, so that they are stored. */
const NEEDED_IN_CLEAR = [
  'key of a certificate',
  'key of a provider',
  'key of a peer',
  'secret of a receiver',
  'user data',
]
const logged: string[] = []
const refusals: string[] = []
const addresses: string[] = []

beforeAll(async () => {
  world = await openWorld({ started: false })
  const { services } = world
  services.log = (_, message, fields) => void logged.push(JSON.stringify({ message, ...fields }))
  services.saml = pretendedSaml
  services.alertSender = requestWebhooks(systemClock).alertSender
  services.settings = { ...defaultSettings, externalDnsZone: 'cloud.example' }
  services.passwords = {
    hash: async (password) => hashToken(password),
    verify: async (hash, password) => hash === hashToken(password),
  }
})
afterAll(() => world.close())

/** Records refusals and locations, to search them for secrets later. */
function recordAnswer({ status, headers, body }: Answer): Answer {
  if (status >= 400) refusals.push(JSON.stringify(body))
  addresses.push(headers.get('location') ?? '')
  return { status, headers, body }
}
const ask = async (...request: Parameters<World['ask']>) => recordAnswer(await world.ask(...request))
const signIn = async (username: string, password: string) => {
  const answer = await ask('POST', '/v1/login/main/local', { username, password }, '')
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

test('calls every operation with a secret, with success and with failure', async () => {
  const users = '/v1/system/identity-providers/local/users'
  const create = { external_id: 'ada', password: { mode: 'password', value: secrets.password } }
  const { body: ada } = await ask('POST', `${users}?silo=main`, create)
  expect(ada.display_name).toBe('ada')
  await ask('POST', `${users}?silo=main`, create)
  await ask('POST', `${users}?silo=main`, {
    external_id: 'B d',
    password: { mode: 'password', value: secrets.password },
  })
  await ask('POST', `${users}?silo=main`, { external_id: 'bad', password: secrets['wrong password'] })
  const first = await signIn('ada', secrets.password!)
  expect(first).toMatch(/^granary-session=/)
  secrets.session = first.split('=')[1]!
  await signIn('ada', secrets['wrong password']!)
  await signIn(secrets['wrong password']!, secrets['wrong password']!)
  await ask('POST', '/v1/login/main/local', { username: 7, password: secrets['wrong password'] }, '')
  await ask(
    'POST',
    '/v1/login/main/local',
    { username: 'ada', password: { value: secrets['wrong password'] } },
    '',
  )
  const set = `${users}/${ada.id}/set-password?silo=main`
  expect((await ask('POST', set, { mode: 'password', value: secrets['new password'] })).status).toBe(204)
  await ask('POST', set, { mode: 'none', value: secrets['new password'] })
  const cookie = await signIn('ada', secrets['new password']!)
  secrets['later session'] = cookie.split('=')[1]!

  const device = await requestDeviceCode(world)
  secrets['device code'] = device.deviceCode
  await ask('POST', '/device/confirm', { user_code: 'BBBB-BBBB' }, cookie)
  expect((await ask('POST', '/device/confirm', { user_code: device.userCode }, cookie)).status).toBe(204)
  secrets['access token'] = (await device.poll()).body.access_token as string
  const token = bearer(secrets['access token'])
  expect((await ask('GET', '/v1/me', undefined, '', token)).status).toBe(200)
  await ask('GET', '/v1/projects/none', undefined, '', token)
  await ask('GET', '/v1/me', undefined, '', bearer(`${secrets['access token']}0`))

  const scim = await openScimSilo(world, 'cloud')
  secrets['SCIM token'] = scim.token
  const scimUser = { schemas: [USER], userName: 'eve', password: secrets.password }
  expect(recordAnswer(await scim.ask('POST', '/Users', scimUser)).status).toBe(201)
  recordAnswer(await scim.ask('POST', '/Users', scimUser))
  recordAnswer(await scim.patch('/Users/none', { op: 'replace', path: 'password', value: secrets.password }))
  recordAnswer(await scim.ask('POST', '/Users', { ...scimUser, userName: [secrets.password] }))
  recordAnswer(await requestScim(world, 'GET', '/Users', undefined, bearer(`${scim.token}0`)))
  recordAnswer(await ask('GET', '/v1/me', undefined, '', bearer(scim.token)))

  const pair = selfSigned({ names: ['main.sys.cloud.example'], days: 90 })
  secrets['key of a certificate'] = pair.key
  const certificate = { name: 'api', description: '', service: 'external_api', ...pair }
  expect((await ask('POST', '/v1/certificates', certificate)).status).toBe(201)
  await ask('POST', '/v1/certificates', certificate)
  await ask('POST', '/v1/certificates', { ...certificate, name: 'swapped', cert: pair.key, key: pair.cert })
  await ask('POST', '/v1/certificates', { ...certificate, name: 'other', key: selfSigned().key })
  secrets['key of a provider'] = 'MIIEfakekeyofaprovider0123456789'
  const signing = { public_cert: 'MIIBcert', private_key: secrets['key of a provider'] }
  const provider = newProvider('idp', { signing_keypair: signing })
  expect((await ask('POST', '/v1/system/identity-providers/saml?silo=cloud', provider)).status).toBe(201)
  await ask('POST', '/v1/system/identity-providers/saml?silo=cloud', provider)
  await ask('POST', '/v1/system/identity-providers/saml?silo=cloud', { ...provider, name: 'X' })
  await createPeer()
  await createReceiver()
  await createInstance()
  await ask('POST', '/v1/logout', undefined, first)
})

/** Creates a receiver of alerts whose messages are signed, and tries to create wrong ones. */
async function createReceiver(): Promise<void> {
  secrets['secret of a receiver'] = 'receivers-check-with-this'
  const receiver = {
    name: 'hook',
    description: '',
    endpoint: 'https://alerts.example/hook',
    secrets: [secrets['secret of a receiver']],
  }
  expect((await ask('POST', '/v1/webhook-receivers', receiver)).status).toBe(201)
  await ask('POST', '/v1/webhook-receivers', receiver)
  await ask('POST', '/v1/webhook-receivers', { ...receiver, name: 'other', endpoint: 'https://127.0.0.1/' })
}

/** Creates an instance that gets user data. */
async function createInstance(): Promise<void> {
  secrets['user data'] = btoa('#cloud-config password: guests-know-this')
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const instance = {
    name: 'web',
    description: '',
    hostname: 'web',
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    user_data: secrets['user data'],
    network_interfaces: { type: 'none' },
  }
  expect((await ask('POST', '/v1/instances?project=shop', instance)).status).toBe(201)
  await ask('POST', '/v1/instances?project=shop', instance)
}

/** Creates switch port settings with a peer whose messages have a key, and tries to create wrong ones. */
async function createPeer(): Promise<void> {
  const at = '/v1/system/networking'
  await ask('PUT', `${at}/bgp-announce-set`, { name: 'none', description: '', announcement: [] })
  const config = { name: 'border', description: '', asn: 64_999, bgp_announce_set_id: 'none' }
  expect((await ask('POST', `${at}/bgp`, config)).status).toBe(201)
  secrets['key of a peer'] = 'routers-know-this-key'
  const peer = {
    addr: { type: 'numbered', target_addr: '192.0.2.200' },
    bgp_config: 'border',
    allowed_import: { type: 'no_filtering' },
    allowed_export: { type: 'no_filtering' },
    communities: [],
    connect_retry: 3,
    delay_open: 3,
    enforce_first_as: false,
    hold_time: 6,
    idle_hold_time: 3,
    keepalive: 2,
    md5_auth_key: secrets['key of a peer'],
  }
  const link = { link_name: 'phy0', autoneg: false, mtu: 1500, speed: 'speed100_g', lldp: { enabled: true } }
  const settings = (name: string, change: object = {}) =>
    ask('POST', `${at}/switch-port-settings`, {
      name,
      description: '',
      port_config: { geometry: 'qsfp28x1' },
      links: [link],
      addresses: [],
      bgp_peers: [{ link_name: 'phy0', peers: [{ ...peer, ...change }] }],
    })
  expect((await settings('uplink')).status).toBe(201)
  await settings('uplink')
  await settings('other', { md5_auth_key: `${secrets['key of a peer']}\n` })
  await settings('other', { bgp_config: 'unknown' })
}

/** Returns the lines of a key one by one, because JSON escapes the line breaks between them. */
const piecesOf = (secret: string): string[] =>
  secret
    .replace(/^granary-\w+-/, '')
    .split(/\r?\n/)
    .filter((line) => line.length > 8 && !line.startsWith('---'))

function expectNone(text: string, where: string, names = Object.keys(secrets)): void {
  for (const name of names)
    for (const piece of piecesOf(secrets[name]!))
      expect(text.includes(piece), `${name} in ${where}`).toBe(false)
}

test('no secret is in the log, in a refusal or in a URL', () => {
  expect(Object.keys(secrets)).toHaveLength(13)
  expect(logged.length).toBeGreaterThan(25)
  expect(refusals.length).toBeGreaterThan(12)
  expectNone(logged.join('\n'), 'the log')
  expectNone(refusals.join('\n'), 'a refusal')
  expectNone(addresses.join('\n'), 'an address')
})

test('no secret is in the change log, and the database has only those it needs in the clear', async () => {
  const { db, engine } = world.services
  const changes = await db.selectFrom('change_log').selectAll().execute()
  expect([...new Set(changes.map(({ kind }) => kind))]).toEqual(
    expect.arrayContaining([
      'silo-user',
      'device-access-token',
      'scim-token',
      'certificate',
      'saml-identity-provider',
      'switch-port-settings',
    ]),
  )
  expectNone(JSON.stringify(changes), 'the change log')
  const tables =
    engine === 'postgres'
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  for (const { name } of (await tables.execute(db)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    expectNone(
      JSON.stringify(rows),
      `table ${name}`,
      Object.keys(secrets).filter((secret) => !NEEDED_IN_CLEAR.includes(secret)),
    )
  }
})

test('no secret is in a support bundle', async () => {
  const { services } = world
  const bundles = plainBundles()
  services.bundles = bundles
  services.settings = { ...services.settings, makesSupportBundles: true }
  const { id } = (await ask('POST', '/v1/system/support-bundles', {})).body
  await runSupportBundle(services, id, new AbortController().signal)
  const parts = await services.db.selectFrom('support_bundle_part').select('bytes').orderBy('place').execute()
  const text = Buffer.concat(parts.map(({ bytes }) => bytes)).toString()
  expect(text).toContain('switch_port_settings_create')
  expect(text.length).toBeGreaterThan(10_000)
  expectNone(text, 'a support bundle')
})

test('no operation shows a secret again', async () => {
  for (const path of [
    '/v1/me',
    '/v1/users',
    '/v1/certificates',
    '/v1/certificates/api',
    '/v1/me/access-tokens',
    '/v1/system/scim/tokens?silo=cloud',
    '/v1/system/networking/switch-port-settings',
    '/v1/system/networking/switch-port-settings/uplink',
    '/v1/system/identity-providers?silo=cloud',
    '/v1/system/identity-providers/saml/idp?silo=cloud',
    '/v1/alert-receivers/hook',
    '/v1/instances/web?project=shop',
  ]) {
    const { status, body } = await ask('GET', path)
    expect({ path, status }).toEqual({ path, status: 200 })
    expectNone(JSON.stringify(body), path)
  }
})

test('refuses any random sign-in without repeating it', async () => {
  const SECRET = 'tr0ub4dor-and-3'
  const scalar = fc.oneof(
    fc.constantFrom<unknown>(SECRET, null, true, '', 'ada', 'a\u0000b', '\ud800', 1e308, [SECRET], {
      value: SECRET,
    }),
    fc.string({ unit: 'binary', maxLength: 600 }),
  )
  const body = fc.oneof(
    fc.record({ username: scalar, password: scalar }, { requiredKeys: [] }),
    fc.dictionary(fc.constantFrom('username', 'password', '__proto__', 'USERNAME'), scalar),
    fc.jsonValue(),
  )
  const silo = fc.constantFrom('main', 'cloud', 'none', 'Main', '%00', '..%2f')
  await fc.assert(
    fc.asyncProperty(silo, body, async (name, given) => {
      await world.services.db.deleteFrom('sign_in_attempt').execute()
      const { status, body: answer, headers } = await world.ask('POST', `/v1/login/${name}/local`, given, '')
      expect([400, 401, 404]).toContain(status)
      expect(headers.get('set-cookie')).toBe(null)
      expect(JSON.stringify(answer)).not.toContain(SECRET)
    }),
    { numRuns: 200 },
  )
  expect(logged.join('\n')).not.toContain(SECRET)
  expect(logged.join('\n')).not.toContain('request failed')
})
