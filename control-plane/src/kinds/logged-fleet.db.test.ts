import { afterAll, beforeAll, test } from 'vitest'
import { expectLogged, expectRemoved } from '../../test/logged.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

// The kinds of the rack and of the fleet, whose addresses are no ids. `logged.db.test.ts` has the others.

let world: World
const ask = (method: string, path: string, body?: unknown) => world.ask(method, path, body)
const get = async (path: string) => (await ask('GET', path)).body
const AT = '/v1/system/networking'
const HARDWARE = '/v1/system/hardware'

beforeAll(async () => {
  world = await openWorld({ started: false })
  await refreshInventory(world.services)
})
afterAll(() => world.close())

const loggedId = async (kind: string): Promise<string> => {
  const entries = world.services.db.selectFrom('change_log').select('resource_id').where('kind', '=', kind)
  return (await entries.orderBy('seq', 'desc').executeTakeFirstOrThrow()).resource_id
}

test('a BFD session', async () => {
  const peer = { switch_slot: 'switch0', remote: '192.0.2.1' }
  const settings = { detection_threshold: 3, required_rx: 100_000, mode: 'single_hop' }
  const enabled = await ask('POST', `${AT}/bfd-enable`, { ...peer, ...settings })
  const read = async () => (await get(`${AT}/bfd-status`))[0]
  const session = { kind: 'bfd-session', id: await loggedId('bfd-session'), read }
  await expectLogged(world, session, 'created', enabled)
  const changed = await ask('POST', `${AT}/bfd-enable`, { ...peer, ...settings, detection_threshold: 5 })
  await expectLogged(world, session, 'updated', changed)
  const before = await read()
  await expectRemoved(world, session, before, await ask('POST', `${AT}/bfd-disable`, peer))
})

test('the settings of the network', async () => {
  const read = async () => ({
    allowed_ips: (await get(`${AT}/allow-list`)).allowed_ips,
    inbound_icmp: (await get(`${AT}/inbound-icmp`)).enabled,
    ...(await get(`${AT}/settings`)),
  })
  for (const [path, body] of [
    ['inbound-icmp', { enabled: false }],
    ['settings', { external_jumbo_frames_opt_in_enabled: true }],
    ['allow-list', { allowed_ips: { allow: 'list', ips: ['127.0.0.0/8', '10.0.0.0/8'] } }],
  ] as const) {
    const answer = await ask('PUT', `${AT}/${path}`, body)
    const settings = { kind: 'networking-settings', id: await loggedId('networking-settings'), read }
    await expectLogged(world, settings, 'updated', answer)
  }
})

test('settings of ports, and a port that gets them', async () => {
  const name = 'uplink'
  const created = await ask('POST', `${AT}/switch-port-settings`, {
    name,
    description: 'one of each',
    port_config: { geometry: 'qsfp28x1' },
    links: [{ link_name: 'phy0', autoneg: false, mtu: 1500, speed: 'speed100_g', lldp: { enabled: true } }],
    addresses: [],
  })
  const read = () => get(`${AT}/switch-port-settings/${name}`)
  const settings = { kind: 'switch-port-settings', id: created.body.id, read }
  await expectLogged(world, settings, 'created', created)

  const [port] = (await get(`${HARDWARE}/switch-port`)).items
  const readPort = async () =>
    (await get(`${HARDWARE}/switch-port`)).items.find((each: { id: string }) => each.id === port.id)
  const at = `${HARDWARE}/switch-port/${port.port_name}/settings?rack_id=${port.rack_id}&switch_slot=${port.switch_slot}`
  const subject = { kind: 'switch-port', id: port.id, read: readPort }
  await expectLogged(world, subject, 'updated', await ask('POST', at, { port_settings: name }))
  await expectLogged(world, subject, 'updated', await ask('DELETE', at))
  const removed = await ask('DELETE', `${AT}/switch-port-settings?port_settings=${name}`)
  await expectRemoved(world, settings, created.body, removed)
})

test('a request to adopt a disk', async () => {
  const disk = { vendor: 'Simulated', model: 'SIM', serial: 'in-no-sled' }
  const created = await ask('PUT', `${HARDWARE}/disk-adoption-request`, disk)
  const read = async () => (await get(`${HARDWARE}/disk-adoption-requests`)).items[0]
  const request = { kind: 'physical-disk-adoption-request', id: created.body.id, read }
  await expectLogged(world, request, 'created', created)
  const before = await read()
  const removed = await ask('DELETE', `${HARDWARE}/disk-adoption-request/${created.body.id}`)
  await expectRemoved(world, request, before, removed)
})

test('a version of the members of a rack', async () => {
  const [{ id: rack }] = (await get(`${HARDWARE}/racks`)).items
  const read = () => get(`${HARDWARE}/racks/${rack}/membership`)
  const sled = { part_number: '310-0000024', serial_number: 'GRN26SPARE' }
  const added = await ask('POST', `${HARDWARE}/racks/${rack}/membership/add`, { sled_ids: [sled] })
  const version = { kind: 'rack-membership', id: await loggedId('rack-membership'), read }
  await expectLogged(world, version, 'created', added)
  const aborted = await ask('POST', `${HARDWARE}/racks/${rack}/membership/abort`)
  await expectLogged(world, version, 'updated', aborted)
})

test('a support bundle', async () => {
  world.services.settings.makesSupportBundles = true
  const at = '/v1/system/support-bundles'
  const created = await ask('POST', at, { user_comment: 'slow' })
  const read = () => get(`${at}/${created.body.id}`)
  const bundle = { kind: 'support-bundle', id: created.body.id, read }
  await expectLogged(world, bundle, 'created', created)
  const changed = await ask('PUT', `${at}/${created.body.id}`, { user_comment: null })
  await expectLogged(world, bundle, 'updated', changed)
  await expectLogged(world, bundle, 'updated', await ask('DELETE', `${at}/${created.body.id}`))
})

test('a bulk job', async () => {
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const group = { name: 'web', description: '', policy: 'allow', failure_domain: 'sled' }
  const { id } = (await ask('POST', '/v1/affinity-groups?project=shop', group)).body
  const created = await ask('POST', '/experimental/v1/bulk-jobs', {
    operation: 'affinity_group_delete',
    ids: [id],
  })
  const owner = { silo_user_id: (await get('/v1/me')).id }
  const read = async () => ({ ...(await get(`/experimental/v1/bulk-jobs/${created.body.id}`)), ...owner })
  await expectLogged(world, { kind: 'bulk-job', id: created.body.id, read }, 'created', created)
})

test('the download of an image', async () => {
  world.services.settings = { ...world.services.settings, fetchesImages: true }
  const at = '/experimental/v1/image-fetches'
  const created = await ask('POST', `${at}?project=shop`, {
    name: 'debian',
    description: 'one of each',
    os: 'Debian',
    version: '13',
    url: 'https://images.example/debian.img',
  })
  const fetch = { kind: 'image-fetch', id: created.body.id, read: () => get(`${at}/${created.body.id}`) }
  await expectLogged(world, fetch, 'created', created)
  await expectLogged(world, fetch, 'updated', await ask('POST', `${at}/${created.body.id}/cancel`))
})
