import fc from 'fast-check'
import type { Tag } from '../tags.ts'
import type { FirewallHost, FirewallProtocol } from '../firewall.ts'
import type { Network, RouteIn, RuleIn, Traffic } from './network.ts'
import { customRoute, externalIp, interfaceOf, rule, testNetwork } from './testing.ts'

const addresses = ['10.0.0.5', '10.0.0.6', '10.0.1.5', '10.0.1.9', '198.51.100.7', '198.51.100.9']
const blocks = [
  '10.0.0.0/24',
  '10.0.1.4/30',
  '10.0.0.0/16',
  '10.0.0.6/31',
  '0.0.0.0/0',
  '198.51.100.0/24',
  '198.51.100.8/29',
]

const host: fc.Arbitrary<FirewallHost> = fc.oneof(
  fc.record({ type: fc.constant('vpc' as const), value: fc.constant('default') }),
  fc.record({ type: fc.constant('subnet' as const), value: fc.constantFrom('front', 'back', 'gone') }),
  fc.record({ type: fc.constant('instance' as const), value: fc.constantFrom('web', 'app', 'db', 'gone') }),
  fc.record({ type: fc.constant('ip' as const), value: fc.constantFrom(...addresses) }),
  fc.record({ type: fc.constant('ip_net' as const), value: fc.constantFrom(...blocks) }),
)
const protocol: fc.Arbitrary<FirewallProtocol> = fc.oneof(
  fc.constantFrom({ type: 'tcp' as const }, { type: 'udp' as const }),
  fc.constant({ type: 'icmp' as const, value: null }),
)
const listOf = <Item>(item: fc.Arbitrary<Item>) => fc.option(fc.array(item, { maxLength: 3 }))

const tag: fc.Arbitrary<Tag> = fc.record({
  key: fc.constantFrom('env', 'role'),
  value: fc.constantFrom('prod', 'test', 'web'),
})

/** Few priorities, so that many are equal. */
const anyRule = (index: number): fc.Arbitrary<RuleIn> =>
  fc
    .record({
      action: fc.constantFrom('allow' as const, 'deny' as const),
      direction: fc.constantFrom('inbound' as const, 'outbound' as const),
      status: fc.constantFrom('enabled' as const, 'enabled' as const, 'disabled' as const),
      priority: fc.nat(3),
      targets: fc.array(host, { maxLength: 2 }),
      targetTags: fc.array(tag, { maxLength: 2 }),
      filters: fc.record({
        hosts: listOf(host),
        ports: listOf(fc.constantFrom('22', '80', '1-100', '443-445')),
        protocols: listOf(protocol),
      }),
    })
    .map((own) => rule(`rule-${index}`, own))

const target: fc.Arbitrary<RouteIn['target']> = fc.oneof(
  fc.constant({ type: 'drop' as const }),
  fc.record({ type: fc.constant('ip' as const), value: fc.constantFrom(...addresses) }),
  fc.record({ type: fc.constant('instance' as const), value: fc.constantFrom('web', 'app', 'db', 'gone') }),
  fc.record({ type: fc.constant('internet_gateway' as const), value: fc.constantFrom('default', 'gone') }),
)
const destination: fc.Arbitrary<RouteIn['destination']> = fc.oneof(
  fc.record({ type: fc.constant('ip' as const), value: fc.constantFrom(...addresses) }),
  fc.record({ type: fc.constant('ip_net' as const), value: fc.constantFrom(...blocks) }),
  fc.record({ type: fc.constant('subnet' as const), value: fc.constantFrom('front', 'back', 'gone') }),
)

/** A small IPv4 network with rules and routes of every kind, and no transit IPs. */
export const anyNetwork: fc.Arbitrary<Network> = fc
  .record({
    rules: fc
      .nat(8)
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyRule(index)))),
    routes: fc.array(fc.tuple(destination, target), { maxLength: 4 }),
    external: fc.constantFrom('pool', 'other'),
    isOpen: fc.boolean(),
  })
  .map(({ rules, routes, external, isOpen }) =>
    testNetwork({
      rules: isOpen ? [...rules, rule('open', { priority: 9 })] : rules,
      customRoutes: routes.map(([to, via], index) => customRoute(`route-${index}`, to, via)),
      interfaces: [
        interfaceOf('web', ['10.0.0.5'], {
          tags: [
            { key: 'role', value: 'web' },
            { key: 'env', value: 'prod' },
          ],
        }),
        interfaceOf('app', ['10.0.0.6'], { tags: [{ key: 'env', value: 'prod' }] }),
        interfaceOf('db', ['10.0.1.5'], { subnetId: 'back' }),
      ],
      externalIps: [externalIp('web', 'snat', '203.0.113.1', external)],
    }),
  )

export const anyTraffic: fc.Arbitrary<Traffic> = fc.oneof(
  fc.record({
    protocol: fc.constantFrom('tcp' as const, 'udp' as const),
    port: fc.constantFrom(1, 22, 80, 443, 446),
  }),
  fc.constant({ protocol: 'icmp' as const }),
)

/** Two different ends: an instance, and another one or an address. */
export const anyEnds = fc
  .tuple(fc.constantFrom('web', 'app', 'db'), fc.constantFrom(...addresses))
  .filter(([name, to]) => ({ web: '10.0.0.5', app: '10.0.0.6', db: '10.0.1.5' })[name] !== to)
