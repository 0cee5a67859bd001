import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issued, selfSigned } from '../../../contract/test/certificates.ts'
import { newSilo } from '../../test/silos.ts'
import { openWorld, type World } from '../../test/world.ts'
import { defaultSettings } from '../kit/context/services.ts'
import { servedCertificate } from './served.ts'

const HOST = 'eng.sys.cloud.example'
/** Ahead of the machine's clock, by which certificates begin to be valid, however long the tests take. */
const clock = manualClock(new Date(Date.now() + 3_600_000))
let world: World
beforeAll(async () => {
  world = await openWorld({ started: false, clock })
  for (const silo of ['eng', 'sales']) await world.ask('POST', '/v1/system/silos', newSilo(silo))
})
afterAll(() => world.close())
beforeEach(async () => {
  world.services.settings = defaultSettings
  await world.services.db.deleteFrom('certificate').execute()
})

const add = async (silo: string, name: string, names: string[], days?: number) => {
  const pair = selfSigned({ names, days })
  const body = { name, description: '', service: 'external_api', ...pair }
  expect((await world.ask('POST', `/v1/certificates?silo=${silo}`, body)).status).toBe(201)
  await clock.advance(1000)
  return { cert: pair.cert, private_key: pair.key }
}
const served = (host = HOST) => servedCertificate(world.services, host)

test('serves the newest certificate for the host', async () => {
  expect(await served()).toBeNull()
  const first = await add('eng', 'first', [HOST])
  expect(await served()).toMatchObject(first)
  const wildcard = await add('eng', 'wildcard', ['*.sys.cloud.example'])
  expect(await served()).toMatchObject(wildcard)
  expect(await served('ENG.sys.Cloud.example')).toMatchObject(wildcard)
  await add('eng', 'elsewhere', ['eng.sys.other.example'])
  expect(await served()).toMatchObject(wildcard)
})

test('parses a certificate once, however often a client asks for it', async () => {
  const first = await add('eng', 'first', [HOST])
  expect(await served()).toMatchObject(first)
  // A certificate never changes. Parsing this one would fail.
  await world.services.db.updateTable('certificate').set({ cert: 'changed' }).execute()
  expect(await served()).toMatchObject(first)
})

test("never serves another silo's certificate", async () => {
  await add('sales', 'greedy', ['sales.sys.cloud.example', HOST, 'cloud.example'])
  expect(await served()).toBeNull()
  expect(await served('cloud.example')).toBeNull()
  expect(await served('sales.sys.cloud.example')).not.toBeNull()
})

test('skips a certificate that is not valid now, and one without its key', async () => {
  const long = await add('eng', 'long', [HOST])
  const short = await add('eng', 'short', [HOST], 2)
  const at = (days: number) => {
    const now = () => new Date(Date.now() + days * 86_400_000)
    return servedCertificate({ ...world.services, clock: { ...clock, now } }, HOST)
  }
  expect(await at(1)).toMatchObject(short)
  expect(await at(3)).toMatchObject(long)
  expect(await at(40)).toBeNull()
  expect(await at(-1)).toBeNull()
  await world.services.db.updateTable('certificate').set({ private_key: '' }).execute()
  expect(await at(1)).toBeNull()
})

test('serves a chain in order, and one whose issuer has expired only if there is no other', async () => {
  const root = issued('root', null)
  const middle = issued('middle', root, { days: 10 })
  const leaf = issued('leaf', middle, { names: [HOST] })
  const at = (days: number) => {
    const now = () => new Date(Date.now() + days * 86_400_000)
    return servedCertificate({ ...world.services, clock: { ...clock, now } }, HOST)
  }
  const long = await add('eng', 'long', [HOST], 20)
  const chain = { cert: leaf.cert + root.cert + selfSigned().cert + middle.cert, key: leaf.key }
  const body = { name: 'chain', description: '', service: 'external_api', ...chain }
  expect((await world.ask('POST', '/v1/certificates?silo=eng', body)).status).toBe(201)
  const ordered = { cert: leaf.cert + middle.cert + root.cert, private_key: leaf.key }
  expect(await at(1)).toMatchObject(ordered)
  expect(await at(15)).toMatchObject(long)
  expect(await at(25)).toMatchObject(ordered)
})

test('passes over a key that browsers refuse, which an older version accepted', async () => {
  const first = await add('eng', 'first', [HOST])
  const { cert, key } = selfSigned({ names: [HOST], key: 'ed25519' })
  await add('eng', 'second', [HOST])
  await world.services.db
    .updateTable('certificate')
    .set({ cert, private_key: key })
    .where('name', '=', 'second')
    .execute()
  expect(await served()).toMatchObject(first)
})

test('with a zone, only its hosts are silos', async () => {
  await add('eng', 'first', [HOST, 'eng.sys.other.example'])
  expect(await served('eng.sys.other.example')).not.toBeNull()
  world.services.settings = { ...defaultSettings, externalDnsZone: 'cloud.example' }
  expect(await served('eng.sys.other.example')).toBeNull()
  expect(await served()).not.toBeNull()
})

test.each([
  '',
  'eng',
  'eng.sys',
  'eng.sys.',
  'sys.cloud.example',
  'localhost',
  '.sys.cloud.example',
  'a'.repeat(300),
])('serves no certificate to a client that names "%s"', async (host) => {
  await add('eng', 'first', [HOST])
  expect(await served(host)).toBeNull()
})
