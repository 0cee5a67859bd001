import { manualClock } from '@granary/compute/clock.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { RoutingState } from '@granary/compute/routing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false, clock: manualClock() })
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

test('the simulated switches have no sessions, because nobody is at the other end of their ports', async () => {
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
