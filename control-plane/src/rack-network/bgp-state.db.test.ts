import { manualClock } from '@granary/compute/clock.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { RouterSpec, RoutingState } from '@granary/compute/routing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { sendRouters } from './send-routers.ts'

let world: World
const clock = manualClock()
beforeAll(async () => {
  world = await openWorld({ started: false, clock })
})
afterAll(() => world.close())

const AT = '/v1/system/networking'
const PATHS = ['bgp-status', 'bgp-exported', 'bgp-imported?asn=65000', 'bgp-message-history?asn=65000']
const get = (path: string) => world.ask('GET', `${AT}/${path}`)
type Driver = World['services']['compute']

/** Runs a test with another answer of the switches. */
async function withSwitches(routing: Driver['routing'], work: () => Promise<void>): Promise<void> {
  const { compute } = world.services
  world.services.compute = { ...compute, routing } as Driver
  try {
    await work()
  } finally {
    world.services.compute = compute
  }
}
const bodies = () => Promise.all(PATHS.map(async (path) => (await get(path)).body))

test('the switches have no sessions while no port has a peer', async () => {
  expect(await bodies()).toEqual([
    [],
    [],
    [],
    {
      switch_histories: [
        { switch: 'switch0', history: {} },
        { switch: 'switch1', history: {} },
      ],
    },
  ])
})

test('switches are told the peers of applied settings, and nobody answers the simulated ones', async () => {
  await refreshInventory(world.services)
  const post = async (path: string, body: object) =>
    expect((await world.ask('POST', `${AT}/${path}`, body)).status).toBe(201)
  await post('address-lot', {
    name: 'pools',
    description: '',
    kind: 'pool',
    blocks: [{ first_address: '203.0.113.0', last_address: '203.0.113.255' }],
  })
  const set = { name: 'public', description: '', announcement: [] }
  expect((await world.ask('PUT', `${AT}/bgp-announce-set`, set)).status).toBe(200)
  await post('bgp', { name: 'border', description: '', asn: 65_000, bgp_announce_set_id: 'public' })
  const peer = {
    bgp_config: 'border',
    allowed_import: { type: 'no_filtering' },
    allowed_export: { type: 'no_filtering' },
    communities: [],
    connect_retry: 3,
    delay_open: 0,
    enforce_first_as: false,
    hold_time: 6,
    idle_hold_time: 3,
    keepalive: 2,
  }
  const numbered = { type: 'numbered', target_addr: '198.51.100.1' }
  const unnumbered = { type: 'unnumbered', router_lifetime: 0 }
  await post('switch-port-settings', {
    name: 'uplink',
    description: '',
    port_config: { geometry: 'qsfp28x1' },
    links: [],
    addresses: [],
    bgp_peers: [
      {
        link_name: 'phy0',
        peers: [
          { ...peer, addr: numbered, remote_asn: 65_100 },
          { ...peer, addr: unnumbered },
        ],
      },
    ],
  })
  const rack = (await world.ask('GET', '/v1/system/hardware/racks')).body.items[0].id
  const port = `/v1/system/hardware/switch-port/qsfp1/settings?rack_id=${rack}&switch_slot=switch1`
  const { compute } = world.services
  const sent: (readonly RouterSpec[])[] = []
  const real = { ...compute }
  compute.ensureRouters = (routers) => {
    sent.push(routers)
    return real.ensureRouters!(routers)
  }
  /** Makes a change, which must enqueue the task, and runs it. */
  const change = async (method: string, path: string, body: object | undefined, expected: number) => {
    await world.services.db.deleteFrom('task').execute()
    expect((await world.ask(method, path, body)).status).toBe(expected)
    const tasks = await world.services.db.selectFrom('task').select(['kind', 'key']).execute()
    expect(tasks).toEqual([{ kind: 'routers', key: 'all' }])
    await sendRouters(world.services)
  }
  await change('POST', port, { port_settings: 'uplink' }, 204)
  const peers = [
    { port: 'qsfp1', address: '198.51.100.1', remoteAsn: 65_100 },
    { port: 'qsfp1', address: null, remoteAsn: null },
  ]
  const router = { rackId: rack, slot: 'switch1', asn: 65_000, announced: [], peers }
  expect(sent.at(-1)).toEqual([router])
  await clock.advance(1_000)
  await change(
    'PUT',
    `${AT}/bgp-announce-set`,
    { ...set, announcement: [{ address_lot_block: 'pools', network: '203.0.113.0/28' }] },
    200,
  )
  expect(sent.at(-1)).toEqual([{ ...router, announced: ['203.0.113.0/28'] }])
  const [status, exported, imported, messages] = await bodies()
  const shown = { local_asn: 65_000, state_duration_millis: 1_000, switch: 'switch1' }
  expect(status).toEqual([
    { ...shown, peer_id: '198.51.100.1', addr: '198.51.100.1', remote_asn: 65_100, state: 'active' },
    { ...shown, peer_id: 'qsfp1', addr: '::', remote_asn: 0, state: 'idle' },
  ])
  expect([exported, imported]).toEqual([[], []])
  expect(messages.switch_histories).toEqual([
    { switch: 'switch0', history: {} },
    { switch: 'switch1', history: { '198.51.100.1': [], qsfp1: [] } },
  ])
  const second = port.replace('qsfp1', 'qsfp2')
  await change('POST', second, { port_settings: 'uplink' }, 204)
  expect(sent.at(-1)![0]!.peers).toEqual([...peers, { port: 'qsfp2', address: null, remoteAsn: null }])
  await change('DELETE', second, undefined, 204)
  await change('DELETE', port, undefined, 204)
  expect((await get('bgp-status')).body).toEqual([])
})

test('shows what the switches report, by autonomous system', async () => {
  const since = new Date(world.services.clock.now().getTime() - 5_000)
  const state = (localAsn: number): RoutingState => ({
    rackId: crypto.randomUUID(),
    slot: localAsn === 65_000 ? 'switch0' : 'switch1',
    peers: [{ id: 'p', address: '198.51.100.1', localAsn, remoteAsn: 65_100, state: 'established', since }],
    imported: [{ localAsn, id: 7, prefix: '0.0.0.0/0', nexthop: '198.51.100.1' }],
    exported: [{ peerId: 'p', prefix: '203.0.113.0/24' }],
    messages: [{ localAsn, peerId: 'p', messages: [{ type: 'open' }] }],
  })
  await withSwitches(
    async () => [state(65_000), state(65_001)],
    async () => {
      const [status, exported, imported, messages] = await bodies()
      expect(status).toEqual(
        [65_000, 65_001].map((local_asn, at) => ({
          peer_id: 'p',
          addr: '198.51.100.1',
          local_asn,
          remote_asn: 65_100,
          state: 'established',
          state_duration_millis: 5_000,
          switch: `switch${at}`,
        })),
      )
      expect(exported).toEqual(
        [0, 1].map((at) => ({ peer_id: 'p', prefix: '203.0.113.0/24', switch: `switch${at}` })),
      )
      expect(imported).toEqual([{ id: 7, prefix: '0.0.0.0/0', nexthop: '198.51.100.1', switch: 'switch0' }])
      expect(messages).toEqual({
        switch_histories: [
          { switch: 'switch0', history: { p: [{ type: 'open' }] } },
          { switch: 'switch1', history: {} },
        ],
      })
    },
  )
})

test.each([
  ['do not answer', () => Promise.reject(new DriverError('unreachable', 'no answer'))],
  ['are not there', undefined],
])('fails while the switches %s', (_, routing) =>
  withSwitches(routing, async () => {
    for (const path of PATHS)
      expect(await get(path)).toMatchObject({
        status: 500,
        body: { error_code: 'Internal', message: 'the switches do not answer' },
      })
  }),
)
