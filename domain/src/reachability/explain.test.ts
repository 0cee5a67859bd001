import { describe, expect, test } from 'vitest'
import { explain } from './explain.ts'
import type { Network } from './network.ts'
import { customRoute, interfaceOf, rule, testNetwork } from './testing.ts'
import { ssh, ping, ask, open, types } from './explain-testing.ts'

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

test.each([
  ['instance/none', 'instance/web', 'from', 'no instance "none" has a network interface in this VPC'],
  ['instance/web', 'interface/web/net9', 'to', 'no network interface "web/net9" is in this VPC'],
  ['internet', '198.51.100.7', 'to', 'at least one end must be in the VPC'],
  ['instance/web', '10.0.0.5', 'to', 'the two ends must differ'],
  ['instance/app', '2001:db8::1', 'to', 'the two ends have no IP address in common'],
])('from %s to %s is no question', (from, to, path, message) => {
  expect(explain(testNetwork(), { from, to, traffic: ssh })).toMatchObject({ path, message })
})
