import { manualClock } from '@granary/compute/clock.ts'
import type { SerialConnection, SerialPort } from '@granary/compute/serial.ts'
import { DIGEST_BLOCK, GiB } from '@granary/domain/sizes.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

const clock = manualClock()
let world: World
let compute: World['services']['compute']
let instance = ''
let disk = ''
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  compute = world.services.compute
  const { ask, services } = world
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const machine = { name: 'vm', description: '', hostname: 'vm', ncpus: 1, memory: GiB }
  instance = (await ask('POST', '/v1/instances?project=shop', machine)).body.id
  const disk_backend = { type: 'distributed', disk_source: { type: 'importing_blocks', block_size: 512 } }
  const imported = { name: 'import', description: '', size: GiB, disk_backend }
  disk = (await ask('POST', '/v1/disks?project=shop', imported)).body.id
  const session = { switch_slot: 'switch0', remote: '192.0.2.1', mode: 'single_hop' }
  const times = { detection_threshold: 3, required_rx: 100_000 }
  await ask('POST', '/v1/system/networking/bfd-enable', { ...session, ...times })
  const { db } = services
  await db.updateTable('instance').set({ run_state: 'running' }).where('id', '=', instance).execute()
  const state = 'importing_from_bulk_writes'
  await db.updateTable('disk').set({ state }).where('id', '=', disk).execute()
})
afterEach(() => {
  world.services.compute = compute
})
afterAll(() => world.close())

/** Replaces the driver by one that answers nothing. @returns what resolves at its first call. */
function hang(): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const silent = () => {
    resolve()
    return new Promise<never>(() => {})
  }
  const port: SerialPort = { history: silent, connect: silent }
  const all = Object.keys(compute).map((name) => [name, silent])
  world.services.compute = {
    ...compute,
    ...Object.fromEntries(all),
    facts: () => compute.facts(),
    serial: () => port,
  }
  return asked
}

const switches = (message: string) => ({ status: 500, body: { error_code: 'Internal', message } })
const later = (message: string) => ({ status: 503, body: { error_code: 'ServiceNotAvailable', message } })
const bytes = { base64_encoded_data: btoa('\0'.repeat(512)), offset: 0 }

test.each([
  ['GET', '/v1/system/networking/bfd-status', switches('the switch does not answer')],
  ['GET', '/v1/system/networking/bgp-status', switches('the switches do not answer')],
  ['GET', '/v1/system/networking/bgp-exported', switches('the switches do not answer')],
  ['GET', '/v1/system/networking/bgp-imported?asn=65000', switches('the switches do not answer')],
  ['GET', '/v1/system/networking/bgp-message-history?asn=65000', switches('the switches do not answer')],
  [
    'POST',
    '/v1/disks/{disk}/bulk-write',
    later('the disk cannot be written to at present; try again'),
    bytes,
  ],
  [
    'GET',
    `/experimental/v1/disks/{disk}/block-digests?offset=0&length=${DIGEST_BLOCK}`,
    later('the disk cannot be read at present; try again'),
  ],
  [
    'GET',
    '/v1/instances/{instance}/serial-console?from_start=0',
    later('the serial console does not answer at present; try again'),
  ],
  // What the driver would say is not needed to refuse it.
  ['PUT', '/v1/system/update/recovery-finish', { status: 404 }, { system_version: '9.0.0' }],
])('%s %s waits for a driver that hangs for half a minute', async (method, path, expected, body?: object) => {
  const asked = hang()
  let hasAnswer = false
  const answered = world
    .ask(method, path.replace('{disk}', disk).replace('{instance}', instance), body)
    .finally(() => (hasAnswer = true))
  await asked
  await clock.advance(29_999)
  expect(hasAnswer).toBe(false)
  await clock.advance(1)
  expect(await answered).toMatchObject(expected)
})

test('a serial console that opens too late is closed', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<SerialConnection>()
  const asked = Promise.withResolvers<void>()
  const connect = () => {
    asked.resolve()
    return opened
  }
  world.services.compute = { ...compute, serial: (id) => ({ ...compute.serial(id), connect }) }
  const headers = { cookie: await world.signIn('admin', 'secret') }
  const url = `http://test/v1/instances/${instance}/serial-console/stream`
  const console = world.controlPlane.openSerial(new Request(url, { headers }))
  const refused = expect(console).rejects.toMatchObject({ status: 503 })
  await asked.promise
  await clock.advance(30_000)
  await refused
  const { promise: isClosed, resolve: close } = Promise.withResolvers<void>()
  open({
    output: (async function* () {})(),
    write: () => undefined,
    resize: () => {},
    close,
    closed: new Promise(() => {}),
  })
  await isClosed
})
