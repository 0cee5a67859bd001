import { describe, expect, test } from 'vitest'
import { explain } from './explain.ts'
import { customRoute, externalIp, interfaceOf, rule, testNetwork } from './testing.ts'
import { ssh, ask, open, types } from './explain-testing.ts'

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
