import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRackNetwork } from '../../test/rack-network.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
let rack: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  await refreshInventory(world.services)
  rack = (await world.ask('GET', '/v1/system/hardware/racks')).body.items[0].id as string
  await createRackNetwork(world, rack)
  await world.ask('POST', `${NETWORKING}/bgp`, {
    name: 'other-asn',
    description: '',
    asn: 65_001,
    bgp_announce_set_id: 'announced',
  })
})
afterAll(() => world.close())

const NETWORKING = '/v1/system/networking'
const AT = `${NETWORKING}/switch-port-settings`
const peer = {
  addr: { type: 'numbered', target_addr: '192.0.2.200' },
  bgp_config: 'border',
  allowed_import: { type: 'no_filtering' },
  allowed_export: { type: 'allow', value: ['198.51.100.0/24'] },
  communities: [],
  connect_retry: 3,
  delay_open: 3,
  enforce_first_as: false,
  hold_time: 6,
  idle_hold_time: 3,
  keepalive: 2,
  md5_auth_key: 'a secret of routers',
}
const link = {
  link_name: 'phy0',
  autoneg: false,
  mtu: 1500,
  speed: 'speed100_g',
  lldp: { enabled: true, system_name: 'rack' },
}
const peers = (...all: object[]) => [{ link_name: 'phy0', peers: all }]
const addresses = (address: string, address_lot = 'infra') => [
  { link_name: 'phy0', addresses: [{ address, address_lot }] },
]
const create = (name: string, change: object = {}) =>
  world.ask('POST', AT, {
    name,
    description: '',
    port_config: { geometry: 'qsfp28x1' },
    links: [link],
    addresses: [],
    ...change,
  })
const remove = (name: string) => world.ask('DELETE', `${AT}?port_settings=${name}`)
const ofPort = (port: string, slot = 'switch0') =>
  `/v1/system/hardware/switch-port/${port}/settings?rack_id=${rack}&switch_slot=${slot}`
const apply = (port: string, port_settings: string, slot?: string) =>
  world.ask('POST', ofPort(port, slot), { port_settings })
const settingsOf = async (port: string) =>
  (await world.ask('GET', '/v1/system/hardware/switch-port')).body.items.find(
    (each: { port_name: string; switch_slot: string }) =>
      each.port_name === port && each.switch_slot === 'switch0',
  ).port_settings_id as string | null

test('returns everything but the keys of peers, and holds addresses and BGP configurations', async () => {
  const created = await create('full', {
    addresses: addresses('192.0.2.70/26'),
    interfaces: [{ link_name: 'phy0', kind: { type: 'vlan', vid: 300 }, v6_enabled: true }],
    routes: [{ link_name: 'phy0', routes: [{ dst: '0.0.0.0/0', gw: '192.0.2.126', vid: 300 }] }],
    bgp_peers: peers(peer, { ...peer, addr: { type: 'unnumbered', router_lifetime: 900 } }),
  })
  expect(created.status).toBe(201)
  const { body } = created
  const lot = (await world.ask('GET', `${NETWORKING}/address-lot/infra`)).body
  const config = (await world.ask('GET', `${NETWORKING}/bgp`)).body.items.find(
    (each: { name: string }) => each.name === 'border',
  )
  const of = { port_settings_id: body.id as string }
  expect(body).toMatchObject({
    name: 'full',
    port: { ...of, geometry: 'qsfp28x1' },
    links: [{ ...of, link_name: 'phy0', lldp_link_config: { enabled: true, system_name: 'rack' } }],
    addresses: [
      {
        ...of,
        address: '192.0.2.70/26',
        address_lot_id: lot.lot.id,
        address_lot_name: 'infra',
        address_lot_block_id: lot.blocks[0].id,
        interface_name: 'phy0',
      },
    ],
    interfaces: [{ ...of, interface_name: 'phy0', kind: { type: 'vlan', vid: 300 }, v6_enabled: true }],
    routes: [{ ...of, interface_name: 'phy0', dst: '0.0.0.0/0', gw: '192.0.2.126', vlan_id: 300 }],
    bgp_peers: [
      { addr: { type: 'numbered', target_addr: '192.0.2.200' }, bgp_config: config.id, md5_auth_key: null },
      { addr: { type: 'unnumbered', router_lifetime: 900 } },
    ],
    groups: [],
  })
  expect((await world.ask('GET', `${AT}/full`)).body).toEqual(body)
  const log = await world.services.db.selectFrom('change_log').select('after').execute()
  expect(JSON.stringify(log)).not.toContain(peer.md5_auth_key)
  expect((await create('second', { addresses: addresses('192.0.2.70/26') })).body.message).toBe(
    'address unavailable',
  )
  expect((await world.ask('DELETE', `${NETWORKING}/address-lot/infra`)).body.message).toBe('lot is in use')
  expect((await world.ask('DELETE', `${NETWORKING}/bgp?name_or_id=border`)).status).toBe(409)
  expect((await remove('full')).status).toBe(204)
  expect((await create('second', { addresses: addresses('192.0.2.70/26') })).status).toBe(201)
  await remove('second')
})

test('replaces the settings with the same name, on their ports too', async () => {
  const whole = { addresses: addresses('192.0.2.70/26'), bgp_peers: peers(peer) }
  const { body: first } = await create('edited', whole)
  await apply('qsfp4', 'edited')
  const again = await create('edited', {
    ...whole,
    description: 'with another MTU',
    links: [{ ...link, mtu: 9000 }],
  })
  expect(again.status).toBe(201)
  expect(again.body).toMatchObject({
    id: first.id,
    description: 'with another MTU',
    time_created: first.time_created,
    links: [{ mtu: 9000 }],
    addresses: [{ address: '192.0.2.70/26' }],
  })
  expect(await settingsOf('qsfp4')).toBe(first.id)
  await create('edited', { bgp_peers: [] })
  expect((await create('heir', { addresses: addresses('192.0.2.70/26') })).status).toBe(201)
  await world.ask('DELETE', ofPort('qsfp4'))
  await remove('heir')
  await remove('edited')
})

test('a refused replacement leaves the settings as they were', async () => {
  const { body: first } = await create('kept', { addresses: addresses('192.0.2.70/26') })
  expect((await create('kept', { addresses: addresses('10.0.0.1/24') })).body.message).toBe(
    'address not in lot',
  )
  expect((await world.ask('GET', `${AT}/kept`)).body).toEqual(first)
  expect((await create('other', { addresses: addresses('192.0.2.70/26') })).body.message).toBe(
    'address unavailable',
  )
  await remove('kept')
})

test.each([
  [
    'an unknown address lot',
    { addresses: addresses('192.0.2.70/26', 'none') },
    'AddressLot not found',
    'addresses[0].addresses[0].address_lot',
  ],
  [
    'an address outside of its lot',
    { addresses: addresses('10.0.0.1/24') },
    'address not in lot',
    'addresses[0].addresses[0].address',
  ],
  [
    'an IPv4 address inside IPv6',
    { addresses: addresses('::ffff:192.0.2.70/122') },
    null,
    'addresses[0].addresses[0].address',
  ],
  [
    'a peer with an IPv4 address inside IPv6',
    {
      bgp_peers: peers({
        ...peer,
        addr: { type: 'numbered', target_addr: '::ffff:192.0.2.1', src_addr: null },
      }),
    },
    null,
    'bgp_peers[0].peers[0].addr.target_addr',
  ],
  [
    'a peer with a zone',
    {
      bgp_peers: peers({ ...peer, addr: { type: 'numbered', target_addr: 'fe80::1%eth0', src_addr: null } }),
    },
    null,
    'bgp_peers[0].peers[0].addr.target_addr',
  ],
  [
    'an accepted network of IPv4 inside IPv6',
    { bgp_peers: peers({ ...peer, allowed_import: { type: 'allow', value: ['::ffff:192.0.2.0/120'] } }) },
    null,
    'bgp_peers[0].peers[0].allowed_import.value[0]',
  ],
  [
    'an unknown BGP configuration',
    { bgp_peers: peers({ ...peer, bgp_config: 'none' }) },
    'BGP config not found',
    'bgp_peers[0].peers[0].bgp_config',
  ],
  [
    'a peer that is listed twice',
    { bgp_peers: peers(peer, peer) },
    'the peer is listed more than once',
    'bgp_peers[0].peers[1].addr',
  ],
  ['a group', { groups: ['none'] }, 'port settings group "none" not found', 'groups[0]'],
  [
    'a key of 81 characters',
    { bgp_peers: peers({ ...peer, md5_auth_key: 'k'.repeat(81) }) },
    null,
    'bgp_peers[0].peers[0].md5_auth_key',
  ],
  [
    'a key that is not printable',
    { bgp_peers: peers({ ...peer, md5_auth_key: 'a\nb' }) },
    null,
    'bgp_peers[0].peers[0].md5_auth_key',
  ],
])('refuses %s and keeps nothing', async (_, change, message, path) => {
  const { status, body } = await create('refused', change)
  expect([status, body.problems[0].path]).toEqual([400, path])
  if (message) expect(body.message).toBe(message)
  expect((await world.ask('GET', `${AT}?port_settings=refused`)).body.items).toEqual([])
})

test('lists settings by name, or one of them, and deletes only settings that the query names', async () => {
  const { items } = (await world.ask('GET', AT)).body
  expect(items).toEqual([expect.objectContaining({ name: 'uplink' })])
  expect(Object.keys(items[0])).toEqual(['id', 'name', 'description', 'time_created', 'time_modified'])
  expect((await world.ask('GET', `${AT}?port_settings=${items[0].id}`)).body.items).toEqual(items)
  expect((await world.ask('DELETE', AT)).body.problems).toEqual([
    expect.objectContaining({ path: 'port_settings', code: 'required' }),
  ])
  expect((await remove('none')).status).toBe(404)
})

test('applies settings to a port, which keeps them until they are cleared', async () => {
  const { id } = (await create('applied')).body
  expect((await apply('qsfp3', 'applied')).status).toBe(204)
  expect(await settingsOf('qsfp3')).toBe(id)
  await refreshInventory(world.services)
  expect(await settingsOf('qsfp3')).toBe(id)
  expect((await remove('applied')).status).toBe(400)
  expect((await world.ask('DELETE', ofPort('qsfp3'))).status).toBe(204)
  expect(await settingsOf('qsfp3')).toBeNull()
  expect((await remove('applied')).status).toBe(204)
})

test('refuses a second autonomous system on a switch, but not on the other switch', async () => {
  await create('first-asn', { bgp_peers: peers(peer) })
  await create('second-asn', { bgp_peers: peers({ ...peer, bgp_config: 'other-asn' }) })
  expect((await apply('qsfp0', 'first-asn')).status).toBe(204)
  expect((await apply('qsfp1', 'uplink')).status).toBe(204)
  expect((await apply('qsfp1', 'second-asn')).status).toBe(409)
  expect((await apply('qsfp1', 'first-asn')).status).toBe(204)
  expect((await apply('qsfp0', 'second-asn', 'switch1')).status).toBe(204)
})

test('shows and replaces LLDP settings of a port that has settings, and lists its neighbors', async () => {
  await create('neighborly')
  const ofLldp = `/v1/system/hardware/switch-port/qsfp5/lldp/config?rack_id=${rack}&switch_slot=switch0`
  expect((await world.ask('GET', ofLldp)).status).toBe(404)
  await apply('qsfp5', 'neighborly')
  const { body } = await world.ask('GET', ofLldp)
  expect(body).toMatchObject({ enabled: true, system_name: 'rack' })
  const changed = { id: body.id as string, enabled: false, management_ip: '192.0.2.1' }
  expect((await world.ask('POST', ofLldp, { ...changed, id: crypto.randomUUID() })).status).toBe(400)
  expect((await world.ask('POST', ofLldp, changed)).status).toBe(204)
  expect((await world.ask('GET', ofLldp)).body).toMatchObject({ ...changed, system_name: null })
  const ofNeighbors = `/v1/system/hardware/rack-switch-port/${rack}/switch0/qsfp5/lldp/neighbors`
  const empty = { items: [], next_page: null }
  expect((await world.ask('GET', ofNeighbors)).body).toEqual(empty)
  const { compute } = world.services
  const seen = new Date('2026-11-20T10:00:00Z')
  const neighbor = {
    chassisId: '02:00:00:00:00:01',
    linkName: 'ethernet-1',
    linkDescription: null,
    managementAddress: '192.0.2.126',
    systemName: 'spine',
    systemDescription: null,
    firstSeen: seen,
    lastSeen: seen,
  }
  const equipment = await compute.equipment()
  equipment.switches.find(({ slot }) => slot === 'switch0')!.ports[5]!.neighbors = [neighbor]
  try {
    world.services.compute = { ...compute, equipment: async () => equipment } as typeof compute
    await refreshInventory(world.services)
    expect((await world.ask('GET', ofNeighbors)).body.items).toEqual([
      {
        chassis_id: '02:00:00:00:00:01',
        link_name: 'ethernet-1',
        link_description: null,
        local_port: 'qsfp5',
        management_ip: [{ addr: { ip_addr: '192.0.2.126' }, interface_num: { unknown: 0 } }],
        system_name: 'spine',
        system_description: null,
        first_seen: expect.stringContaining('2026-11-20T10:00:00'),
        last_seen: expect.stringContaining('2026-11-20T10:00:00'),
      },
    ])
  } finally {
    world.services.compute = compute
    await refreshInventory(world.services)
  }
})
