import fc from 'fast-check'
import type { HostedNetwork } from '@granary/domain/network-spec/make.ts'
import { anyNetwork } from '@granary/domain/reachability/random-network.ts'
import { externalIp, interfaceOf } from '@granary/domain/reachability/testing.ts'

/** Instances of every network, each with one interface of the same addresses. */
export const SENDERS = ['web', 'app', 'db'] as const
/** Where packets go: interfaces, no interface, the internet, external addresses and an external subnet. */
export const TARGETS = (
  '10.0.0.5 10.0.0.6 10.0.1.5 10.0.1.9 fd00::6 fd00:0:0:1::5 ' +
  '198.51.100.7 198.51.100.9 2001:db8:1::7 203.0.113.5 203.0.113.6 203.0.113.65 2001:db8:2::6'
).split(' ')

const ADDRESSES = {
  web: ['10.0.0.5', 'fd00::5'],
  app: ['10.0.0.6', 'fd00::6'],
  db: ['10.0.1.5', 'fd00:0:0:1::5'],
}

const listOf = (...values: string[]) => fc.subarray(values)
const anyPool = fc.constantFrom('pool', 'other')
const oftenOpen = fc.constantFrom(true, true, false)

/**
 * A network of the property tests of the explainer, of both families, with a machine that forwards packets, external addresses and an
 * external subnet.
 */
export const anyHosted: fc.Arbitrary<HostedNetwork> = fc
  .record({
    network: anyNetwork,
    transit: listOf('10.0.0.0/24', '10.0.1.0/24', '198.51.100.0/24', 'fd00:0:0:1::/64', '::/0'),
    floating: fc.record({ owner: fc.constantFrom('app', 'web'), pool: anyPool, isThere: oftenOpen }),
    ephemeral: fc.record({ pool: anyPool, isThere: oftenOpen }),
    hasSubnet: fc.boolean(),
    hasV6: fc.boolean(),
    pings: fc.constantFrom('icmp' as const, 'icmp6' as const),
  })
  .map(({ network, transit, floating, ephemeral, hasSubnet, hasV6, pings }) => ({
    ...network,
    vni: 7,
    rules: network.rules.map((rule) => ({
      ...rule,
      filters: {
        ...rule.filters,
        protocols:
          rule.filters.protocols?.map((one) => (one.type === 'icmp' ? { type: pings, value: null } : one)) ??
          null,
      },
    })),
    interfaces: SENDERS.map((name, number) => ({
      ...interfaceOf(name, ADDRESSES[name], {
        subnetId: name === 'db' ? 'back' : 'front',
        transitIps: name === 'app' ? transit : [],
      }),
      mac: `A8:40:25:00:00:0${number}`,
    })),
    externalIps: [
      ...network.externalIps,
      ...(floating.isThere ? [externalIp(floating.owner, 'floating', '203.0.113.6', floating.pool)] : []),
      ...(ephemeral.isThere ? [externalIp('web', 'ephemeral', '203.0.113.5', ephemeral.pool)] : []),
      ...(hasV6 ? [externalIp('app', 'ephemeral', '2001:db8:2::6')] : []),
    ].map((one) => ({ ...one, firstPort: 0, lastPort: 65_535 })),
    externalSubnets: hasSubnet ? [{ subnet: '203.0.113.64/28', instanceId: 'id-db' }] : [],
  }))
