import { expect, test } from 'vitest'
import { ask, open, types } from './explain-testing.ts'
import type { RouteIn } from './network.ts'
import { customRoute, externalIp, interfaceOf, testNetwork } from './testing.ts'

const to = (value: string): RouteIn['destination'] => ({ type: 'ip_net', value })
const [front, back] = testNetwork().subnets
/** `app`, in a subnet of its own, forwards packets of `web` to the internet. */
const outbound = (transitIps: string[], routes: RouteIn[] = []) =>
  testNetwork({
    rules: [open],
    subnets: [front!, { ...back!, customRouterId: 'inner' }],
    routers: [...testNetwork().routers, { id: 'inner', name: 'inner', kind: 'custom' }],
    customRoutes: [
      customRoute('out', to('198.51.100.0/24'), { type: 'instance', value: 'app' }),
      ...routes.map((route) => ({ ...route, vpcRouterId: 'inner' })),
    ],
    interfaces: [
      interfaceOf('web', ['10.0.0.5']),
      interfaceOf('app', ['10.0.1.6'], { subnetId: 'back', transitIps }),
    ],
    externalIps: [externalIp('app', 'ephemeral', '203.0.113.6')],
  })

test('a forwarder sends packets to a gateway for senders in its transit IPs only', () => {
  const refused = ask(outbound(['198.51.100.0/24']), 'instance/web', '198.51.100.7')
  expect(refused.obstacle).toMatchObject({ code: 'transit', way: 'there', address: '10.0.0.5' })
  const answer = ask(outbound(['198.51.100.0/24', '10.0.0.0/24']), 'instance/web', '198.51.100.7')
  expect(answer).toMatchObject({ reachable: true, forwarders: [{ name: 'app' }] })
  expect(types(answer.back)).toEqual(['internet', 'external_ip', 'interface', 'subnet', 'route', 'interface'])
})

test('replies from the internet need the route of the forwarder', () => {
  const drop = customRoute('stop', { type: 'ip', value: '10.0.0.5' }, { type: 'drop' })
  const network = outbound(['198.51.100.0/24', '10.0.0.0/24'], [drop])
  expect(ask(network, 'instance/web', '198.51.100.7').obstacle).toMatchObject({
    code: 'dropped',
    way: 'back',
  })
})

test('packets for an interface do not end at a forwarder whose route leads back to itself', () => {
  const network = testNetwork({
    rules: [open],
    customRoutes: [customRoute('via', to('10.0.1.0/24'), { type: 'instance', value: 'app' })],
    interfaces: [
      interfaceOf('web', ['10.0.0.5']),
      interfaceOf('app', ['10.0.0.6'], { transitIps: ['10.0.0.0/16'] }),
      interfaceOf('db', ['10.0.1.5'], { subnetId: 'back' }),
    ],
  })
  expect(ask(network, 'instance/web', 'instance/db').obstacle).toMatchObject({ code: 'loop', way: 'there' })
  expect(ask(network, 'instance/db', 'instance/web').obstacle).toMatchObject({ code: 'loop', way: 'back' })
  expect(ask(network, 'instance/web', '10.0.1.77')).toMatchObject({ reachable: true })
})

test('a forwarder that has the internet behind it answers from its own address', () => {
  const network = testNetwork({
    rules: [open],
    customRoutes: [customRoute('via', to('0.0.0.0/0'), { type: 'instance', value: 'app' })],
    interfaces: [
      interfaceOf('web', ['10.0.0.5']),
      interfaceOf('app', ['10.0.0.6'], { transitIps: ['0.0.0.0/0'] }),
    ],
  })
  const answer = ask(network, 'instance/web', 'internet')
  expect(answer.reachable).toBe(true)
  expect(answer.back[0]).toMatchObject({ type: 'interface', address: '10.0.0.6' })
})
