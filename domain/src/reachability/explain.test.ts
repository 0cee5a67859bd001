import { describe, expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { explain, type Question } from './explain.ts'
import type { Network } from './network.ts'
import { customRoute, externalIp, interfaceOf, rule, testNetwork } from './testing.ts'

const ssh = { protocol: 'tcp', port: 22 } as const
const ping = { protocol: 'icmp' } as const

function ask(network: Network, from: string, to: string, more: Partial<Question> = {}): Answer {
  const answer = explain(network, { from, to, traffic: ssh, ...more })
  if ('code' in answer) throw new Error(answer.message)
  return answer
}
const open = rule('open')
const types = (hops: Answer['there']) => hops.map(({ type }) => type)

describe('inside a VPC', () => {
  test('packets go through both subnets, and replies come back', () => {
    const answer = ask(testNetwork({ rules: [open] }), 'instance/web', 'instance/db')
    expect(answer).toMatchObject({ reachable: true, version: 'v4', obstacle: null, draft: null })
    expect(types(answer.there)).toEqual(['interface', 'firewall', 'subnet', 'route', 'firewall', 'interface'])
    expect(answer.there[3]).toMatchObject({ route: { name: 'back' }, beaten: [{ name: 'default-v4' }] })
    expect(answer.there[4]).toMatchObject({ rule: { name: 'open' }, direction: 'inbound' })
    expect(types(answer.back)).toEqual(['interface', 'subnet', 'route', 'interface'])
  })

  test('inbound packets are denied without a rule, and the draft of one allows them', () => {
    const network = testNetwork()
    const answer = ask(network, 'instance/web', '10.0.1.5', { traffic: { protocol: 'udp', port: 53 } })
    expect(answer).toMatchObject({
      reachable: false,
      obstacle: { code: 'denied', way: 'there', hop: { rule: null, direction: 'inbound' } },
      draft: {
        type: 'rule',
        rule: {
          name: 'allow-udp-53',
          targets: [{ type: 'instance', value: 'db' }],
          filters: {
            hosts: [{ type: 'instance', value: 'web' }],
            ports: ['53'],
            protocols: [{ type: 'udp' }],
          },
        },
      },
    })
  })

  test('a denying rule beats an allowing one of the same priority, and names what it shadows', () => {
    const rules = [open, rule('also', { priority: 200 }), rule('stop', { action: 'deny' })]
    const { obstacle, draft } = ask(testNetwork({ rules }), 'instance/web', 'instance/db')
    expect(obstacle).toMatchObject({
      code: 'denied',
      hop: { rule: { name: 'stop' }, shadowed: [{ name: 'open' }, { name: 'also' }] },
    })
    expect(draft).toMatchObject({ type: 'rule', rule: { priority: 99 } })
  })

  test('there is no draft against a rule of priority 0', () => {
    const rules = [rule('stop', { action: 'deny', priority: 0 })]
    expect(ask(testNetwork({ rules }), 'instance/web', 'instance/db').draft).toBeNull()
  })

  test('a sender can be denied too', () => {
    const rules = [open, rule('quiet', { action: 'deny', direction: 'outbound', priority: 5 })]
    const { obstacle } = ask(testNetwork({ rules }), 'instance/web', 'instance/db')
    expect(obstacle).toMatchObject({
      code: 'denied',
      hop: { direction: 'outbound', rule: { name: 'quiet' } },
    })
  })

  test('a filter for ports has no ping', () => {
    const rules = [rule('ports', { filters: { ports: ['1-65535'] } })]
    const network = testNetwork({ rules })
    expect(ask(network, 'instance/web', 'instance/db').reachable).toBe(true)
    expect(ask(network, 'instance/web', 'instance/db', { traffic: ping }).reachable).toBe(false)
  })

  test.each([
    [{ icmpType: 8, code: null }, true],
    [{ icmpType: 8, code: '0-5' }, true],
    [{ icmpType: 8, code: '1' }, false],
    [{ icmpType: 0, code: null }, false],
    [null, true],
  ])('the ICMP filter %j has a ping: %s', (value, reachable) => {
    const rules = [rule('ping', { filters: { protocols: [{ type: 'icmp', value }] } })]
    expect(ask(testNetwork({ rules }), 'instance/web', 'instance/db', { traffic: ping }).reachable).toBe(
      reachable,
    )
  })

  test('IPv6 is used when the ends share no IPv4 address, or on request', () => {
    const interfaces = [interfaceOf('web', ['fd00::5']), interfaceOf('app', ['10.0.0.6', 'fd00::6'])]
    expect(ask(testNetwork({ rules: [open], interfaces }), 'instance/web', 'instance/app').version).toBe('v6')
    const both = testNetwork({ rules: [open] })
    expect(ask(both, 'instance/web', 'instance/db', { ipVersion: 'v6' })).toMatchObject({
      version: 'v6',
      reachable: true,
    })
  })

  test('an address of a subnet that no interface has is not reachable', () => {
    const network = testNetwork({ rules: [open] })
    expect(ask(network, 'instance/web', '10.0.1.99').obstacle).toMatchObject({ code: 'no_interface' })
    expect(ask(network, '10.0.1.99', 'instance/web').obstacle).toMatchObject({ code: 'no_interface' })
  })
})

describe('routes', () => {
  const to = (value: string) => ({ type: 'ip_net' as const, value })

  test('a custom route beats a system route to the same prefix', () => {
    const drop = customRoute('stop', { type: 'subnet', value: 'back' }, { type: 'drop' })
    const answer = ask(testNetwork({ rules: [open], customRoutes: [drop] }), 'instance/web', 'instance/db')
    expect(answer).toMatchObject({
      obstacle: { code: 'dropped', route: { name: 'stop' } },
      draft: {
        type: 'route',
        router: { name: 'custom' },
        route: { name: 'to-10-0-1-5', destination: { type: 'ip', value: '10.0.1.5' } },
      },
    })
  })

  test('a longer prefix beats a custom route', () => {
    const drop = customRoute('stop', to('10.0.0.0/16'), { type: 'drop' })
    const answer = ask(testNetwork({ rules: [open], customRoutes: [drop] }), 'instance/web', 'instance/db')
    expect(answer.there[3]).toMatchObject({
      route: { name: 'back' },
      beaten: [{ name: 'stop' }, { name: 'default-v4' }],
    })
  })

  test('replies need a route too', () => {
    const drop = customRoute('stop', { type: 'ip', value: '10.0.1.5' }, { type: 'drop' })
    const answer = ask(testNetwork({ rules: [open], customRoutes: [drop] }), 'instance/db', 'instance/web')
    expect(answer).toMatchObject({
      reachable: false,
      obstacle: { code: 'dropped', way: 'back' },
      draft: { type: 'route_target', target: { type: 'ip', value: '10.0.1.5' } },
    })
  })

  test('an instance forwards packets if its transit IPs have both ends', () => {
    const customRoutes = [
      customRoute('via', { type: 'ip', value: '10.0.1.5' }, { type: 'instance', value: 'fw' }),
    ]
    const withTransit = (transitIps: string[]) =>
      testNetwork({
        rules: [open],
        customRoutes,
        interfaces: [
          ...testNetwork().interfaces,
          interfaceOf('fw', ['10.0.1.9'], { subnetId: 'back', transitIps }),
        ],
      })
    const ask_ = (transit: string[]) => ask(withTransit(transit), 'instance/web', 'instance/db')
    expect(ask_([]).obstacle).toMatchObject({ code: 'transit', address: '10.0.1.5' })
    expect(ask_(['10.0.1.0/24']).obstacle).toMatchObject({ code: 'transit', address: '10.0.0.5' })
    expect(ask_(['10.0.0.0/16'])).toMatchObject({ reachable: true, forwarders: [{ name: 'fw' }] })
  })

  test('a network behind an instance is reached through it, and a circle is an obstacle', () => {
    const customRoutes = [customRoute('pods', to('10.244.0.0/16'), { type: 'instance', value: 'app' })]
    const node = interfaceOf('app', ['10.0.0.6'], { transitIps: ['10.244.0.0/16', '10.0.0.0/24'] })
    const interfaces = [interfaceOf('web', ['10.0.0.5']), node]
    const network = testNetwork({ rules: [open], customRoutes, interfaces })
    expect(ask(network, 'instance/web', '10.244.3.4')).toMatchObject({
      reachable: true,
      forwarders: [{ name: 'app' }],
    })
    expect(ask(network, 'instance/app', '10.244.3.4').obstacle).toMatchObject({ code: 'loop' })
  })

  test('packets pass 64 instances at most', () => {
    const chain = Array.from({ length: 70 }, (_, at) => at)
    const transitIps = ['10.0.0.0/8']
    const forwarding = (length: number): Network => {
      const hops = chain.slice(0, length)
      return testNetwork({
        rules: [open],
        subnets: hops.map((at) => ({
          id: `s${at}`,
          name: `s${at}`,
          ipv4Block: `10.0.${at}.0/24`,
          ipv6Block: `fd00:0:0:${at}::/64`,
          customRouterId: `r${at}`,
        })),
        routers: hops.map((at) => ({ id: `r${at}`, name: `r${at}`, kind: 'custom' })),
        routes: hops.map((at) => ({
          ...customRoute(
            `next-${at}`,
            { type: 'ip_net', value: '10.244.0.0/16' },
            { type: 'instance', value: `hop-${Math.min(at + 1, length - 1)}` },
          ),
          vpcRouterId: `r${at}`,
        })),
        interfaces: hops.map((at) =>
          interfaceOf(`hop-${at}`, [`10.0.${at}.5`], { subnetId: `s${at}`, transitIps }),
        ),
        externalIps: [],
      })
    }
    const obstacle = (length: number) => ask(forwarding(length), 'instance/hop-0', '10.244.3.4').obstacle
    expect(obstacle(64)?.code).not.toBe('too_far')
    expect(obstacle(65)).toMatchObject({ code: 'too_far', interface: { instance: { name: 'hop-64' } } })
  })

  test('a route to a name that nothing has forwards nothing', () => {
    const customRoutes = [customRoute('gone', to('10.0.1.5/32'), { type: 'instance', value: 'gone' })]
    expect(
      ask(testNetwork({ rules: [open], customRoutes }), 'instance/web', 'instance/db').obstacle,
    ).toMatchObject({
      code: 'no_target',
      route: { name: 'gone' },
    })
  })
})

describe('the internet', () => {
  test('an instance sends from its external address, and the connection comes back', () => {
    const answer = ask(testNetwork(), 'instance/web', '198.51.100.7')
    expect(answer.reachable).toBe(true)
    expect(answer.there.slice(-2)).toMatchObject([
      { type: 'gateway', gateway: { name: 'default' }, address: '203.0.113.5' },
      { type: 'internet', address: '198.51.100.7' },
    ])
    expect(types(answer.back)).toEqual(['internet', 'external_ip', 'interface'])
  })

  test('a shared address is enough for sending, but not for receiving', () => {
    const network = testNetwork({ rules: [open], externalIps: [externalIp('web', 'snat', '203.0.113.1')] })
    expect(ask(network, 'instance/web', 'internet').reachable).toBe(true)
    expect(ask(network, 'internet', 'instance/web').obstacle).toMatchObject({
      code: 'no_external_ip',
      sends: false,
    })
    expect(ask(network, 'instance/app', 'internet').obstacle).toMatchObject({
      code: 'no_external_ip',
      sends: true,
    })
  })

  test('packets from the internet reach an external address', () => {
    const network = testNetwork({ rules: [open] })
    for (const to of ['instance/web', '203.0.113.5', 'interface/web/net0', '10.0.0.5']) {
      const answer = ask(network, 'internet', to)
      expect(answer).toMatchObject({ reachable: true })
      expect(types(answer.there)).toEqual(['internet', 'external_ip', 'firewall', 'interface'])
      expect(types(answer.back)).toEqual(['interface', 'subnet', 'route', 'gateway', 'internet'])
    }
  })

  test('a rule for some addresses does not admit any address', () => {
    const rules = [rule('office', { filters: { hosts: [{ type: 'ip_net', value: '198.51.100.0/24' }] } })]
    const network = testNetwork({ rules })
    expect(ask(network, 'internet', 'instance/web').reachable).toBe(false)
    expect(ask(network, '198.51.100.7', 'instance/web').reachable).toBe(true)
    expect(ask(network, '198.51.101.7', 'instance/web').reachable).toBe(false)
  })

  test('replies need a gateway that has the external address', () => {
    const network = testNetwork({
      rules: [open],
      externalIps: [externalIp('web', 'floating', '192.0.2.9', 'other')],
    })
    expect(ask(network, 'internet', 'instance/web').obstacle).toMatchObject({
      code: 'other_gateway',
      way: 'back',
      address: '192.0.2.9',
    })
    const [gateway] = network.gateways
    const attached = { ...network, gateways: [{ ...gateway!, addresses: ['192.0.2.9'] }] }
    expect(ask(attached, 'internet', 'instance/web').reachable).toBe(true)
  })

  test('an external address of the same VPC is reached through the gateway', () => {
    const network = testNetwork({
      rules: [rule('vpc-only', { filters: { hosts: [{ type: 'vpc', value: 'default' }] } })],
      externalIps: [externalIp('web', 'ephemeral', '203.0.113.5'), externalIp('app', 'snat', '203.0.113.6')],
    })
    // Beyond the gateway the source is an external address, which a rule for the VPC does not match.
    expect(ask(network, 'instance/app', '203.0.113.5')).toMatchObject({
      obstacle: { code: 'denied' },
      draft: { rule: { filters: { hosts: [{ type: 'ip', value: '203.0.113.6' }] } } },
    })
    const opened = { ...network, rules: [open] }
    const answer = ask(opened, 'instance/app', '203.0.113.5')
    expect(answer.reachable).toBe(true)
    expect(types(answer.back).slice(-3)).toEqual(['gateway', 'external_ip', 'interface'])
  })

  test('a gateway does not lead to private addresses', () => {
    const customRoutes = [
      customRoute('out', { type: 'ip', value: '10.0.1.5' }, { type: 'internet_gateway', value: 'default' }),
    ]
    expect(ask(testNetwork({ rules: [open], customRoutes }), 'instance/web', 'instance/db')).toMatchObject({
      obstacle: { code: 'private_address' },
      draft: { type: 'route_target', target: { type: 'ip', value: '10.0.1.5' } },
    })
  })

  test('only the primary interface has external addresses', () => {
    const interfaces = [
      interfaceOf('web', ['10.0.0.5']),
      {
        ...interfaceOf('web', ['10.0.1.5'], { subnetId: 'back', primary: false }),
        id: 'second',
        name: 'net1',
      },
    ]
    const network = testNetwork({ interfaces })
    expect(ask(network, 'interface/web/net1', 'internet').obstacle).toMatchObject({ code: 'not_primary' })
    expect(ask(network, 'internet', 'interface/web/net1').obstacle).toMatchObject({ code: 'not_primary' })
  })
})

test.each([
  ['instance/none', 'instance/web', 'from', 'no instance "none" has a network interface in this VPC'],
  ['instance/web', 'interface/web/net9', 'to', 'no network interface "web/net9" is in this VPC'],
  ['internet', '198.51.100.7', 'to', 'at least one end must be in the VPC'],
  ['instance/web', '10.0.0.5', 'to', 'the two ends must differ'],
  ['instance/app', '2001:db8::1', 'to', 'the two ends have no IP address in common'],
])('from %s to %s is no question', (from, to, path, message) => {
  expect(explain(testNetwork(), { from, to, traffic: ssh })).toMatchObject({ path, message })
})

describe('external subnets', () => {
  const block = { subnet: '198.51.100.16/28', instanceId: 'id-app' }
  const network = testNetwork({ rules: [open], externalSubnets: [block], externalIps: [] })

  test('packets to them reach their instance, whose replies keep the address', () => {
    const answer = ask(network, 'internet', '198.51.100.20')
    expect(answer).toMatchObject({ reachable: true, obstacle: null })
    expect(types(answer.there)).toEqual(['internet', 'external_ip', 'firewall', 'interface'])
    expect(answer.there[1]).toMatchObject({ address: '198.51.100.20', instance: { name: 'app' } })
    expect(types(answer.back)).toEqual(['interface', 'subnet', 'route', 'gateway', 'internet'])
    expect(answer.back[3]).toMatchObject({ address: '198.51.100.20' })
  })

  test('rules and routes apply to them', () => {
    const closed = ask({ ...network, rules: [] }, 'internet', '198.51.100.20')
    expect(closed.obstacle).toMatchObject({ code: 'denied', way: 'there' })
    const routes = [customRoute('stop', { type: 'ip_net', value: '0.0.0.0/0' }, { type: 'drop' })]
    const dropped = ask({ ...network, routes: [...network.routes, ...routes] }, 'internet', '198.51.100.20')
    expect(dropped.obstacle).toMatchObject({ code: 'dropped', way: 'back' })
  })

  test('an address beyond them, or in one that nothing holds, is not in the VPC', () => {
    const from = 'internet'
    expect(explain(network, { from, to: '198.51.100.32', traffic: ssh })).toMatchObject({ path: 'to' })
    const elsewhere = { ...network, externalSubnets: [{ ...block, instanceId: 'gone' }] }
    expect(explain(elsewhere, { from, to: '198.51.100.20', traffic: ssh })).toMatchObject({ path: 'to' })
  })

  test('an instance of the VPC reaches them through its gateway', () => {
    const inside = { ...network, externalIps: [externalIp('web', 'ephemeral', '203.0.113.5')] }
    const answer = ask(inside, 'instance/web', '198.51.100.20')
    expect(answer).toMatchObject({ reachable: true })
    expect(answer.there.at(-1)).toMatchObject({ type: 'interface', interface: { instance: { name: 'app' } } })
  })
})
