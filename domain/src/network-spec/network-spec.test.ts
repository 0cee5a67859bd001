import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explain } from '../reachability/explain.ts'
import type { Network } from '../reachability/network.ts'
import { anyEnds, anyNetwork, anyTraffic } from '../reachability/random-network.ts'
import { customRoute, externalIp, interfaceOf, rule, testNetwork } from '../reachability/testing.ts'
import { networkChanges } from './changes.ts'
import { type HostedNetwork, makeSpec } from './make.ts'
import { readSpec } from './read.ts'
import type { NetworkSpec } from './spec.ts'

const hosted = (network: Network): HostedNetwork => ({
  ...network,
  vni: 7,
  interfaces: network.interfaces.map((one, index) => ({ ...one, mac: `A8:40:25:00:00:0${index}` })),
  externalIps: network.externalIps.map((one) => ({ ...one, firstPort: 0, lastPort: 65_535 })),
})
const specOf = (network: Network): NetworkSpec => ({ ...makeSpec(hosted(network)), version: '1' })

const reaches = (
  network: Network,
  from: string,
  to: string,
  traffic: Parameters<typeof explain>[1]['traffic'],
) => {
  const answer = explain(network, { from, to, traffic })
  return 'path' in answer ? answer.code : answer.reachable
}

test('has what decides about every packet', () => {
  const seen = { yes: 0, no: 0 }
  fc.assert(
    fc.property(anyNetwork, anyEnds, anyTraffic, (network, [name, to], traffic) => {
      const expected = reaches(network, `interface/nic-${name}`, to, traffic)
      seen[expected === true ? 'yes' : 'no']++
      expect(reaches(readSpec(specOf(network)), `interface/nic-${name}`, to, traffic)).toBe(expected)
    }),
    { numRuns: 500 },
  )
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(20)
})

test('is the same for the same network in another order', () => {
  fc.assert(
    fc.property(anyNetwork, (network) => {
      const reversed = {
        ...network,
        subnets: network.subnets.toReversed(),
        routers: network.routers.toReversed(),
        routes: network.routes.toReversed(),
        gateways: network.gateways.toReversed(),
        interfaces: network.interfaces.toReversed(),
        externalIps: network.externalIps.toReversed(),
        externalSubnets: network.externalSubnets.toReversed(),
        rules: network.rules.toReversed(),
      }
      const macs = new Map(hosted(network).interfaces.map(({ id, mac }) => [id, mac]))
      const interfaces = reversed.interfaces.map((one) => ({ ...one, mac: macs.get(one.id)! }))
      expect(makeSpec({ ...hosted(reversed), interfaces })).toEqual(makeSpec(hosted(network)))
    }),
    { numRuns: 100 },
  )
})

test('subnets with the same router share one list of routes, which the square of their number would not fit', () => {
  const [first] = testNetwork({}).subnets
  const subnets = ['a', 'b', 'c'].map((name, at) => ({
    ...first!,
    id: name,
    name,
    ipv4Block: `10.0.${at}.0/24`,
    customRouterId: name === 'c' ? 'other' : null,
  }))
  const [a, b, c] = makeSpec(hosted(testNetwork({ subnets }))).subnets
  expect(a!.routes).toBe(b!.routes)
  expect(a!.routes).not.toBe(c!.routes)
})

test('packets from the internet enter and replies leave as in the network', () => {
  const network = testNetwork({
    rules: [rule('web', { filters: { ports: ['443'] }, targets: [{ type: 'instance', value: 'web' }] })],
    externalSubnets: [{ subnet: '198.51.100.16/28', instanceId: 'id-web' }],
  })
  const read = readSpec(specOf(network))
  for (const [to, port] of [
    ['203.0.113.5', 443],
    ['203.0.113.5', 80],
    ['203.0.113.1', 443],
    ['198.51.100.20', 443],
    ['198.51.100.20', 80],
  ] as const) {
    const traffic = { protocol: 'tcp', port } as const
    expect(reaches(read, 'internet', to, traffic)).toBe(reaches(network, 'internet', to, traffic))
  }
  for (const to of ['203.0.113.5', '198.51.100.20'])
    expect(reaches(read, 'internet', to, { protocol: 'tcp', port: 443 })).toBe(true)
})

test('resolves names, orders by decision and leaves out what never decides', () => {
  const network = testNetwork({
    rules: [
      rule('later', { priority: 20, direction: 'outbound', action: 'deny' }),
      rule('first', {
        priority: 10,
        targets: [{ type: 'subnet', value: 'back' }],
        filters: {
          hosts: [
            { type: 'instance', value: 'app' },
            { type: 'subnet', value: 'front' },
            { type: 'instance', value: 'gone' },
          ],
          ports: ['22', '80-90'],
          protocols: [{ type: 'tcp' }, { type: 'icmp', value: { icmpType: 8, code: '0-3' } }],
        },
      }),
      rule('off', { status: 'disabled' }),
      rule('nothing', { targets: [{ type: 'instance', value: 'gone' }] }),
      rule('nobody', { filters: { hosts: [{ type: 'instance', value: 'gone' }] } }),
    ],
    customRoutes: [
      customRoute('b-peer', { type: 'ip_net', value: '10.9.0.0/16' }, { type: 'instance', value: 'app' }),
      customRoute('a-drop', { type: 'ip_net', value: '10.9.0.0/16' }, { type: 'drop' }),
      customRoute('lost', { type: 'ip', value: '10.8.0.1' }, { type: 'instance', value: 'gone' }),
    ],
    interfaces: [
      interfaceOf('db', ['10.0.1.5'], { subnetId: 'back' }),
      interfaceOf('app', ['10.0.0.6'], { transitIps: ['10.7.0.0/16'] }),
    ],
    externalIps: [
      externalIp('app', 'snat', '203.0.113.1'),
      externalIp('app', 'floating', '203.0.113.9', 'other'),
    ],
  })
  const { subnets, interfaces, firewalls, rules, external } = makeSpec(hosted(network))
  expect(rules).toEqual([
    {
      id: 'rule-first',
      action: 'allow',
      hosts: ['10.0.0.0/24', '10.0.0.6/32', 'fd00::/64'],
      ports: [
        { first: 22, last: 22 },
        { first: 80, last: 90 },
      ],
      protocols: [{ type: 'tcp' }, { type: 'icmp', icmpType: 8, codes: { first: 0, last: 3 } }],
    },
    { id: 'rule-later', action: 'deny', hosts: null, ports: null, protocols: null },
  ])
  expect(interfaces.map(({ id, firewall, transit }) => ({ id, firewall, transit }))).toEqual([
    { id: 'nic-app', firewall: 0, transit: ['10.7.0.0/16'] },
    { id: 'nic-db', firewall: 1, transit: [] },
  ])
  expect(firewalls).toEqual([
    { inbound: [], outbound: ['rule-later'] },
    { inbound: ['rule-first'], outbound: ['rule-later'] },
  ])
  expect(subnets.map(({ id }) => id)).toEqual(['back', 'front'])
  expect(subnets[1]!.routes).toEqual([
    { destination: 'fd00::/64', target: { type: 'local' } },
    { destination: 'fd00:0:0:1::/64', target: { type: 'local' } },
    { destination: '10.8.0.1/32', target: { type: 'drop' } },
    { destination: '10.0.0.0/24', target: { type: 'local' } },
    { destination: '10.0.1.0/24', target: { type: 'local' } },
    { destination: '10.9.0.0/16', target: { type: 'drop' } },
    { destination: '::/0', target: { type: 'gateway', id: 'gateway' } },
    { destination: '0.0.0.0/0', target: { type: 'gateway', id: 'gateway' } },
  ])
  expect(external.map(({ kind, interfaceId, gatewayIds }) => [kind, interfaceId, gatewayIds])).toEqual([
    ['floating', 'nic-app', []],
    ['snat', 'nic-app', ['gateway']],
  ])
})

test('the changes of a network are the entries that differ', () => {
  const before = specOf(testNetwork({ rules: [rule('one'), rule('two')] }))
  const after = specOf(testNetwork({ rules: [rule('one', { action: 'deny' })] }))
  const { subnets, interfaces, firewalls, rules, external } = networkChanges(before, after)
  expect(rules).toMatchObject({ set: [{ id: 'rule-one', action: 'deny' }], removed: ['rule-two'] })
  expect(interfaces).toEqual({ set: [], removed: [] })
  expect(firewalls.set).toEqual([{ position: 0, inbound: ['rule-one'], outbound: [] }])
  expect([subnets, external]).toEqual([
    { set: [], removed: [] },
    { set: [], removed: [] },
  ])
  expect(networkChanges(null, before).external.set).toEqual(before.external)
  expect(networkChanges(before, { ...before, interfaces: [] }).interfaces.removed).toHaveLength(3)
})
