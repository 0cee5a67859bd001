import { readFileSync, statfsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { DriverError } from '@granary/compute/driver-error.ts'
import { ALERT_CLASSES } from '@granary/contract/alert-classes.ts'
import { MiB } from '@granary/domain/sizes.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../contract/test/certificates.ts'
import { makeRoot } from '../../scripts/release/root.ts'
import { type AlertingServer, expectOnce, headerOf, startAlerting } from './alerting-server.ts'
import { smallInstance } from './machine.ts'
import { goodRelease, ROOT_OPTIONS, zipFile } from './releases.ts'

// Raises each class of alerts by its real cause, at a server with a receiver in a process of its own.

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The classes that have arrived in a test. */
const seen = new Set<string>()

/** Ends a test: each alert has arrived once. */
function finish({ receiver }: AlertingServer): void {
  expectOnce(receiver)
  for (const { headers } of receiver.received) seen.add(headerOf(headers, 'alert-class')!)
}

afterAll(() => {
  // No disk is filled and emptied here; control-plane/src/alerts/causes.db.test.ts does so with a stand-in.
  seen.add('data_folder.nearly_full.resolved')
  expect(ALERT_CLASSES.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([])
})

test('machines: an instance that fails and is started again, and one without room', async () => {
  const server = await startAlerting(['--vcpus-per-thread', '1'])
  const { ask, arrived, driver } = server
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const { body: web } = await ask('POST', '/v1/instances?project=shop', smallInstance('web'))
  const state = async () => (await ask('GET', `/v1/instances/${web.id}`)).body.run_state
  await expect.poll(state, { timeout: 20_000 }).toBe('running')
  await driver.fail(web.id, 'for the test')
  expect(await arrived('instance.failed')).toMatchObject({ instance_id: web.id, project_name: 'shop' })
  expect(await arrived('instance.restarted')).toMatchObject({ instance_id: web.id })
  await arrived('instance.failed.resolved')
  const { body: giant } = await ask('POST', '/v1/instances?project=shop', {
    ...smallInstance('giant'),
    ncpus: 254,
  })
  expect(await arrived('instance.no_room')).toMatchObject({ instance_id: giant.id })
  await ask('POST', `/v1/instances/${giant.id}/stop`)
  await arrived('instance.no_room.resolved')
  finish(server)
}, 120_000)

test('quotas and pools that are nearly full and full', async () => {
  const server = await startAlerting()
  const { ask, arrived } = server
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await ask('POST', '/v1/instances?project=shop', smallInstance('web'))
  expect((await ask('PUT', '/v1/system/silos/main/quotas', { cpus: 1 })).status).toBe(200)
  expect(await arrived('quota.nearly_full')).toMatchObject({ resource: 'cpus', used: 1, limit: 1 })
  await arrived('quota.full')
  await ask('PUT', '/v1/system/silos/main/quotas', { cpus: 100 })
  await ask('POST', '/v1/system/ip-pools', { name: 'tiny', description: '', ip_version: 'v4' })
  await ask('POST', '/v1/system/ip-pools/tiny/ranges/add', { first: '203.0.113.1', last: '203.0.113.1' })
  await ask('POST', '/v1/system/ip-pools/tiny/silos', { silo: 'main', is_default: false })
  const allocator = { type: 'auto', pool_selector: { type: 'explicit', pool: 'tiny' } }
  const front = { name: 'front', description: '', address_allocator: allocator }
  expect((await ask('POST', '/v1/floating-ips?project=shop', front)).status).toBe(201)
  expect(await arrived('pool.full')).toMatchObject({ pool_name: 'tiny', used: 1, capacity: 1 })
  await arrived('pool.nearly_full')
  await ask('DELETE', '/v1/floating-ips/front?project=shop')
  for (const name of ['quota.nearly_full', 'quota.full', 'pool.nearly_full', 'pool.full'])
    await arrived(`${name}.resolved`)
  finish(server)
}, 120_000)

test('a certificate near its end, one that has ended, and its replacement', async () => {
  const server = await startAlerting(['--session-lifetime', '525600', '--session-idle', '525600'])
  const { ask, arrived, clock } = server
  const pair = selfSigned({ names: ['main.example'], days: 40 })
  const certificate = { name: 'api', description: '', service: 'external_api', ...pair }
  expect((await ask('POST', '/v1/certificates', certificate)).status).toBe(201)
  clock.jump(11 * DAY)
  expect(await arrived('certificate.expiring')).toMatchObject({ certificate_name: 'api' })
  clock.jump(30 * DAY)
  expect(await arrived('certificate.expired')).toMatchObject({ certificate_name: 'api' })
  await arrived('certificate.expiring.resolved')
  expect((await ask('DELETE', '/v1/certificates/api')).status).toBe(204)
  await arrived('certificate.expired.resolved')
  finish(server)
}, 120_000)

test('a sled, a disk and a switch that do not answer, and that are back', async () => {
  const server = await startAlerting()
  const { arrived, driver, replace } = server
  const [quiet, other] = await driver.inventory()
  driver.silence(quiet!.id, true)
  expect(await arrived('hardware.sled.unreachable')).toMatchObject({ serial: expect.any(String) })
  driver.silence(quiet!.id, false)
  replace({
    inventory: async () =>
      (await driver.inventory()).map((sled) =>
        sled.id === other!.id ? { ...sled, disks: sled.disks.slice(1) } : sled,
      ),
    equipment: async () => {
      const all = await driver.equipment()
      return { ...all, switches: all.switches.slice(1) }
    },
  })
  await arrived('hardware.disk.unreachable')
  await arrived('hardware.switch.unreachable')
  replace()
  for (const kind of ['sled', 'disk', 'switch']) await arrived(`hardware.${kind}.unreachable.resolved`)
  finish(server)
}, 120_000)

test('an update that begins, stalls, fails and ends', async () => {
  const server = await startAlerting()
  const { ask, arrived, driver, replace, url, cookie, clock } = server
  const expires = new Date(clock.now().getTime() + DAY)
  const root = makeRoot({ ...ROOT_OPTIONS, expires })
  expect((await ask('POST', '/v1/system/update/trust-roots', JSON.parse(root))).status).toBe(201)
  const zip = readFileSync(await zipFile(goodRelease({ version: '1.2.0', roots: [root], expires })))
  const headers = { cookie: cookie(), 'content-type': 'application/octet-stream' }
  const at = `${url}/v1/system/update/repositories?file_name=release.zip`
  expect((await fetch(at, { method: 'PUT', headers, body: zip })).status).toBe(200)
  const updateComponent = () => Promise.reject(new DriverError('invalid', 'the disk is full'))
  const components = async () => (await driver.components!()).map((each) => ({ ...each, answers: false }))
  replace({ components, updateComponent })
  const target = await ask('PUT', '/v1/system/update/target-release', { system_version: '1.2.0' })
  expect(target.status).toBe(204)
  expect(await arrived('update.started')).toMatchObject({ version: '1.2.0' })
  await arrived('update.stalled')
  replace({ updateComponent })
  expect(await arrived('update.failed')).toMatchObject({
    reason: expect.stringContaining('could not be updated'),
  })
  replace()
  const finished = await ask('PUT', '/v1/system/update/recovery-finish', { system_version: '1.2.0' })
  expect(finished.status).toBe(204)
  expect(await arrived('update.ended')).toMatchObject({ version: '1.2.0' })
  await arrived('update.stalled.resolved')
  await arrived('update.failed.resolved')
  finish(server)
}, 120_000)

test('sessions of the switches that are down', async () => {
  const server = await startAlerting()
  const { ask, arrived, replace, clock } = server
  const [{ id: rackId }] = (await ask('GET', '/v1/system/hardware/racks')).body.items
  const peer = { id: '198.51.100.1', address: '198.51.100.1', localAsn: 65_000, remoteAsn: 65_001 }
  const none = { imported: [], exported: [], messages: [] }
  const since = clock.now()
  const router = { rackId, slot: 'switch0' as const, ...none }
  replace({ routing: async () => [{ ...router, peers: [{ ...peer, state: 'active' as const, since }] }] })
  const session = { switch_slot: 'switch0', remote: '192.0.2.1' }
  const settings = { detection_threshold: 3, required_rx: 100_000, mode: 'single_hop' }
  expect((await ask('POST', '/v1/system/networking/bfd-enable', { ...session, ...settings })).status).toBe(
    204,
  )
  expect(await arrived('network.bgp.down')).toMatchObject({ peer: '198.51.100.1', state: 'active' })
  expect(await arrived('network.bfd.down')).toMatchObject({ peer: '192.0.2.1' })
  replace({ routing: async () => [], bfdStates: async (sessions) => sessions.map(() => 'up') })
  await arrived('network.bgp.down.resolved')
  await arrived('network.bfd.down.resolved')
  finish(server)
}, 120_000)

test('wrong passwords, a new access token, and metrics that are neither stored nor sent', async () => {
  let status = 503
  const store = createServer((request, response) => {
    request.resume()
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void store.close())
  const { port } = store.address() as AddressInfo
  const server = await startAlerting(['--remote-write-url', `http://127.0.0.1:${port}/write`])
  const { ask, arrived, replace, url, send } = server
  for (let at = 0; at < 12; at++)
    await send('POST', '/v1/login/main/local', { username: 'admin', password: 'wrong' })
  expect(await arrived('sign_in.repeated_failures')).toMatchObject({ user_name: 'admin' })
  await arrived('sign_in.repeated_failures.resolved')

  const post = async (path: string, fields: Record<string, string>) =>
    (await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) })).json() as Promise<
      Record<string, string>
    >
  const client_id = crypto.randomUUID()
  const device = await post('/device/auth', { client_id })
  expect((await ask('POST', '/device/confirm', { user_code: device.user_code })).status).toBe(204)
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  await post('/device/token', { grant_type, device_code: device.device_code!, client_id })
  expect(await arrived('credential.created')).toMatchObject({ user_name: 'admin' })

  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await ask('POST', '/v1/instances?project=shop', smallInstance('web'))
  // A machine has counters, which do not arrive.
  await arrived('metrics.not_sent', 10_000)
  status = 204
  await arrived('metrics.not_sent.resolved', 10_000)
  replace({ allCounters: () => Promise.reject(new DriverError('unreachable', 'no answer')) })
  await arrived('metrics.not_stored', 10_000)
  replace()
  await arrived('metrics.not_stored.resolved', 10_000)
  finish(server)
}, 120_000)

test('a data folder that is nearly full', async () => {
  const { bavail, bsize } = statfsSync(tmpdir())
  const least = Math.max(0, Math.floor((bavail * bsize) / MiB) - 512)
  const server = await startAlerting(['--min-free-space', String(least)])
  expect(await server.arrived('data_folder.nearly_full')).toMatchObject({ is_full: false })
  finish(server)
}, 60_000)
