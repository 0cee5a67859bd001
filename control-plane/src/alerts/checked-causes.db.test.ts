import { DriverError } from '@granary/compute/driver-error.ts'
import type { BgpState } from '@granary/compute/routing.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Alerting, openAlerting } from '../../test/alerting.ts'
import { createCollector, startCollecting } from '../metrics/collector.ts'
import { checkAlerts } from './check.ts'

const MINUTE = 60_000
let alerting: Alerting
beforeEach(async () => {
  alerting = await openAlerting()
})
afterEach(() => alerting.world.close())

const check = () => checkAlerts(alerting.world.services)
const classes = async (query = '') =>
  (await alerting.alerts(query)).map(({ class: name }: { class: string }) => name)
const unresolved = () => classes('&unresolved=true')
/** Waits until a cause that has ended counts as resolved. */
const settle = async () => {
  await check()
  await alerting.clock.advance(5 * MINUTE)
  await check()
}

test('a BGP session that is not established for a minute raises one alert, which ends with it', async () => {
  const { clock, world } = alerting
  const { compute } = world.services
  let state: BgpState = 'idle'
  let since = clock.now()
  const peer = { id: '198.51.100.1', address: '198.51.100.1', localAsn: 65_000, remoteAsn: 65_001 }
  const none = { imported: [], exported: [], messages: [] }
  const rackId = crypto.randomUUID()
  world.services.compute = Object.assign(Object.create(compute) as typeof compute, {
    routing: async () => [
      { rackId, slot: 'switch0', peers: [{ ...peer, state, since }], ...none },
      { rackId, slot: 'switch1', peers: [], ...none },
    ],
  })
  await clock.advance(MINUTE - 1)
  await check()
  expect(await classes()).toEqual([])
  await clock.advance(1)
  state = 'active'
  await check()
  await check()
  expect(await alerting.alerts()).toMatchObject([
    {
      class: 'network.bgp.down',
      message: 'The BGP session of switch0 with 198.51.100.1 is not established',
      payload: { switch_slot: 'switch0', local_asn: 65_000, state: 'active', since: since.toISOString() },
      resource: null,
    },
  ])
  // While the switches do not answer, nothing is known.
  const { compute: answering } = world.services
  world.services.compute = Object.assign(Object.create(compute) as typeof compute, {
    routing: () => Promise.reject(new DriverError('unreachable', 'no answer')),
  })
  await settle()
  expect(await unresolved()).toEqual(['network.bgp.down'])
  world.services.compute = answering
  state = 'established'
  since = clock.now()
  await settle()
  expect(await classes()).toEqual(['network.bgp.down', 'network.bgp.down.resolved'])
})

test('a BFD session that is down at two checks raises one alert, which ends with its session', async () => {
  const session = { switch_slot: 'switch0', remote: '192.0.2.1' }
  const { ask } = alerting.world
  const settings = { detection_threshold: 3, required_rx: 100_000, mode: 'single_hop' }
  await ask('POST', '/v1/system/networking/bfd-enable', { ...session, ...settings })
  await check()
  expect(await classes()).toEqual([])
  await check()
  await check()
  expect(await alerting.alerts()).toMatchObject([
    {
      class: 'network.bfd.down',
      message: 'The BFD session of switch0 with 192.0.2.1 is down',
      resource: { kind: 'bfd-session', name: 'switch0 192.0.2.1' },
    },
  ])
  await ask('POST', '/v1/system/networking/bfd-disable', session)
  await settle()
  expect(await unresolved()).toEqual([])
})

test('metrics that are not stored for a minute raise an alert, at the server that stores them', async () => {
  const { clock, world } = alerting
  const { services } = world
  const interval = 10_000
  services.settings = { ...services.settings, metricsInterval: interval }
  let failures = 0
  services.log = () => void failures++
  const failing = vi.spyOn(services.compute, 'allCounters')
  failing.mockRejectedValue(new DriverError('unreachable', 'no answer'))
  const stop = startCollecting(services)
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += interval) {
      const before = failures
      await clock.advance(interval)
      await expect.poll(() => failures).toBe(before + 1)
    }
  }
  await pass(MINUTE / 2)
  await check()
  expect(await classes()).toEqual([])
  await pass(MINUTE)
  await check()
  await check()
  expect(await alerting.alerts()).toMatchObject([
    { class: 'metrics.not_stored', payload: { since: expect.any(String) }, resource: null },
  ])
  failing.mockRestore()
  await stop()
  // As the next round of this server.
  await createCollector(services).round()
  await settle()
  expect(await unresolved()).toEqual([])
})

test('metrics that do not arrive at another store raise an alert', async () => {
  const { clock, world } = alerting
  let since: number | null = clock.now().getTime()
  world.services.exportFailingSince = () => since
  await check()
  expect(await classes()).toEqual([])
  await clock.advance(MINUTE)
  await check()
  await check()
  expect(await classes()).toEqual(['metrics.not_sent'])
  since = null
  await settle()
  expect(await classes()).toEqual(['metrics.not_sent', 'metrics.not_sent.resolved'])
})

test('a driver that hangs delays a check by half a minute at most', async () => {
  const { clock, world } = alerting
  const { compute } = world.services
  const asked = Promise.withResolvers<void>()
  world.services.compute = Object.assign(Object.create(compute) as typeof compute, {
    routing: () => {
      asked.resolve()
      return new Promise(() => {})
    },
  })
  const checked = check()
  await asked.promise
  await clock.advance(30_000)
  await checked
})
