import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issued, largeKey, selfSigned } from '../../../contract/test/certificates.ts'
import { readEvents } from '../../test/event-reader.ts'
import { addUser } from '../../test/people.ts'
import { newSilo } from '../../test/silos.ts'
import { openWorld, type World } from '../../test/world.ts'
import { defaultSettings } from '../kit/context/services.ts'

const DAY = 86_400_000
/** A time at which certificates of thirty days have expired and those of ninety have not. */
const today = new Date(Date.now() + 60 * DAY)

let world: World
const as: Record<string, string> = {}
const good = selfSigned({ names: ['eng.sys.cloud.example'], days: 90, usage: 'serverAuth' })
const old = selfSigned({ names: ['eng.sys.cloud.example'] })
const middle = issued('middle', issued('root', null), { days: 30 })
const late = issued('late', middle, { names: ['eng.sys.cloud.example'], days: 90 })
const weak = (key: 'rsa1024' | 'p521' | 'ed25519') =>
  selfSigned({ names: ['eng.sys.cloud.example'], days: 90, key })
beforeAll(async () => {
  world = await openWorld({ started: false, clock: manualClock(today) })
  for (const silo of ['eng', 'sales']) await world.ask('POST', '/v1/system/silos', newSilo(silo))
  for (const [name, silo, roles] of [
    ['eng-admin', 'eng', { silo: 'admin' }],
    ['eng-collaborator', 'eng', { silo: 'collaborator' }],
    ['sales-admin', 'sales', { silo: 'admin' }],
    ['operator', 'main', { fleet: 'collaborator' }],
  ] as const) {
    // Names of users with passwords have lower-case letters only.
    const username = name.toLowerCase()
    await addUser(world.services, silo, username, roles)
    as[name] = await world.signIn(username, username, silo)
  }
  as.fleetAdmin = await world.signIn('admin', 'secret')
  world.services.settings = { ...defaultSettings, externalDnsZone: 'cloud.example' }
})
afterAll(() => world.close())

const body = (name: string, other = {}) => ({
  name,
  description: 'for the API',
  service: 'external_api',
  ...good,
  ...other,
})
const add = (wanted: object, who = 'eng-admin', query = '') =>
  world.ask('POST', `/v1/certificates${query}`, wanted, as[who])
const names = async (who: string, query = '') => {
  const answer = await world.ask('GET', `/v1/certificates${query}`, undefined, as[who])
  return answer.body.items?.map((row: { name: string }) => row.name) ?? answer.status
}

describe('a certificate', () => {
  test('is added, viewed and deleted by an admin of its silo', async () => {
    const { status, body: made } = await add(body('first'))
    expect(status).toBe(201)
    expect(made).toEqual({
      id: made.id,
      name: 'first',
      description: 'for the API',
      service: 'external_api',
      cert: good.cert,
      time_created: today.toISOString(),
      time_modified: today.toISOString(),
    })
    expect(await names('eng-admin')).toEqual(['first'])
    for (const which of ['first', made.id]) {
      const view = await world.ask('GET', `/v1/certificates/${which}`, undefined, as['eng-admin'])
      expect(view.body).toEqual(made)
    }
    const remove = () => world.ask('DELETE', '/v1/certificates/first', undefined, as['eng-admin'])
    expect((await remove()).status).toBe(204)
    expect(await remove()).toMatchObject({
      status: 404,
      body: { message: 'not found: certificate with name "first"' },
    })
    expect(await names('eng-admin')).toEqual([])
  })

  test('is managed in any silo by an admin of the fleet, by silo name or by id', async () => {
    expect((await add(body('theirs'), 'fleetAdmin', '?silo=eng')).status).toBe(201)
    expect(await names('fleetAdmin')).toEqual([])
    expect(await names('fleetAdmin', '?silo=eng')).toEqual(['theirs'])
    const at = '/v1/certificates/theirs?silo=eng'
    const { id } = (await world.ask('GET', at, undefined, as.fleetAdmin)).body
    expect(await world.ask('GET', `/v1/certificates/${id}?silo=eng`, undefined, as.fleetAdmin)).toMatchObject(
      {
        status: 400,
        body: { message: 'when providing certificate as an ID, silo should not be specified' },
      },
    )
    expect((await world.ask('DELETE', `/v1/certificates/${id}`, undefined, as.fleetAdmin)).status).toBe(204)
  })

  test('of another silo is not found, not even by id', async () => {
    const { id } = (await add(body('hidden'))).body
    for (const who of ['sales-admin', 'eng-collaborator', 'operator'])
      for (const [method, path] of [
        ['GET', `/v1/certificates/${id}`],
        ['DELETE', `/v1/certificates/${id}`],
      ] as const)
        expect(await world.ask(method, path, undefined, as[who])).toMatchObject({
          status: 404,
          body: { message: `not found: certificate with id "${id}"` },
        })
    expect(
      (await world.ask('GET', '/v1/certificates/hidden?silo=eng', undefined, as['sales-admin'])).body.message,
    ).toBe('not found: silo with name "eng"')
    expect(await names('sales-admin')).toEqual([])
    expect(await names('sales-admin', '?silo=eng')).toBe(404)
    expect(await names('eng-collaborator')).toBe(403)
    expect(await names('operator', '?silo=eng')).toBe(403)
    expect((await add(body('mine'), 'eng-collaborator')).status).toBe(403)
  })

  test('has a unique name in its silo', async () => {
    expect((await add(body('twice'))).status).toBe(201)
    expect(await add(body('twice'))).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: 'already exists: certificate "twice"' },
    })
    const sales = selfSigned({ names: ['sales.sys.cloud.example'], days: 90 })
    expect((await add(body('twice', sales), 'sales-admin')).status).toBe(201)
  })

  test('is shown in events to admins only, and never with its key', async () => {
    const [admin, collaborator] = [
      await readEvents(world, as['eng-admin']!),
      await readEvents(world, as['eng-collaborator']!),
    ]
    await add(body('news'))
    await world.ask('PUT', '/v1/system/silos/eng/quotas', { cpus: 2 })
    const kinds = ({ all }: typeof admin) => all.map(({ data }) => data.kind).filter(Boolean)
    for (const reader of [admin, collaborator])
      await expect.poll(() => kinds(reader)).toContain('silo-quotas')
    expect(kinds(admin)).toContain('certificate')
    expect(kinds(collaborator)).not.toContain('certificate')
    const log = JSON.stringify(await world.services.db.selectFrom('change_log').selectAll().execute())
    expect(log).toContain(JSON.stringify(JSON.stringify(good.cert)).slice(3, -3))
    expect(log).not.toContain(good.key.split('\n')[1])
  })
})

describe('refuses a certificate', () => {
  test.each([
    [
      'for another host',
      selfSigned({ names: ['sales.sys.cloud.example'], days: 90 }),
      'certificate',
      'it is not for eng.sys.cloud.example; it is for sales.sys.cloud.example',
    ],
    [
      'for a name further down',
      selfSigned({ names: ['*.cloud.example'], days: 90 }),
      'certificate',
      'it is not for eng.sys.cloud.example; it is for *.cloud.example',
    ],
    [
      'for clients',
      selfSigned({ names: ['eng.sys.cloud.example'], days: 90, usage: 'clientAuth' }),
      'certificate',
      'it may not be used to authenticate a server',
    ],
    ['that has expired', old, 'certificate', /^it expired on \d{4}-\d\d-\d\d$/],
    [
      'with an issuer that has expired',
      { ...late, cert: late.cert + middle.cert },
      'certificate',
      /^certificate 2 of 2 expired on/,
    ],
    [
      'whose key takes long to sign with',
      largeKey(16_384),
      'certificate',
      'its key has 16,384 bits; an RSA key must have 2,048 to 4,096',
    ],
    ['with a short key', weak('rsa1024'), 'certificate', /^its key has 1,024 bits/],
    [
      'with a key on P-521',
      weak('p521'),
      'certificate',
      /^its key is of the kind P-521, which browsers refuse/,
    ],
    ['with a key for Ed25519', weak('ed25519'), 'certificate', /^its key is of the kind Ed25519, which/],
    [
      'that is none',
      { ...good, cert: 'hello' },
      'certificate',
      'it must be X.509 in PEM form, beginning -----BEGIN CERTIFICATE-----',
    ],
    [
      'with the key of another',
      { ...good, key: old.key },
      'private-key',
      'it is not the key of the (first) certificate',
    ],
    [
      'without a key',
      { ...good, key: '' },
      'private-key',
      'it must be a private key in PEM form, beginning -----BEGIN PRIVATE KEY-----',
    ],
  ])('%s', async (_, pair, label, detail) => {
    const before = await names('eng-admin')
    const answer = await add(body('never', pair))
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'InvalidValue' } })
    const prefix = `unsupported value for "${label}": `
    expect(answer.body.message.startsWith(prefix)).toBe(true)
    expect(answer.body.message.slice(prefix.length)).toEqual(
      typeof detail === 'string' ? detail : expect.stringMatching(detail),
    )
    expect(await names('eng-admin')).toEqual(before)
  })

  test.each([
    [{ service: 'mail' }, 'service: '],
    [{ cert: undefined }, 'cert: '],
    [{ key: undefined }, 'key: '],
    [{ name: 'Never' }, 'name: '],
    [{ description: 'x'.repeat(513) }, 'description: '],
  ])('with %j', async (other, message) => {
    const answer = await add(body('never', other))
    expect(answer.status).toBe(400)
    expect(answer.body.error_code).toBeUndefined()
    expect(answer.body.message).toContain(message)
  })
})

test('accepts a wildcard, and any name without a zone', async () => {
  const wildcard = selfSigned({ names: ['*.sys.cloud.example'], days: 90 })
  expect((await add(body('wildcard', wildcard))).status).toBe(201)
  const any = selfSigned({ names: ['laptop.local'], days: 90 })
  expect((await add(body('any', any))).status).toBe(400)
  world.services.settings = defaultSettings
  expect((await add(body('any', any))).status).toBe(201)
})
