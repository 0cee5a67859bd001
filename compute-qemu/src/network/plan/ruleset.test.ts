import { expect, test } from 'vitest'
import { linkName, markText, nextHopMark } from './names.ts'
import { routeChains } from './route-chains.ts'
import { rulesetOf } from './ruleset.ts'
import { externalOf, interfaceOf, networkOf } from './testing.ts'

const [web, db] = [interfaceOf('web', ['10.0.0.5', 'fd00::5']), interfaceOf('db', ['10.0.0.6'])]
const tap = (id: string) => `"${linkName(id)}"`
const contentOf = (...network: Parameters<typeof networkOf>) => rulesetOf(networkOf(...network), 't').content
const elementsOf = (content: string[], name: string) =>
  content.find((line) => line.startsWith(`add element inet t ${name} `))?.replace(/^.*\{ (.*) \}$/, '$1')

test('routes decide in their order, and neighbors with the same target share a rule', () => {
  const local = { type: 'local' } as const
  const network = networkOf([web])
  const [subnet] = network.subnets
  const routes = [
    { destination: '10.0.0.6/32', target: { type: 'interface', id: 'web' } as const },
    { destination: '10.0.0.0/24', target: local },
    { destination: 'fd00::/64', target: local },
    { destination: '10.0.0.0/16', target: local },
    { destination: '0.0.0.0/0', target: { type: 'drop' } as const },
  ]
  const { lines, chainOf } = routeChains({
    ...network,
    subnets: [
      { ...subnet!, routes },
      { ...subnet!, id: 'same', routes },
    ],
  })
  expect([...chainOf]).toEqual([
    ['front', 'routes0'],
    ['same', 'routes0'],
  ])
  expect(lines.map(([, line]) => line)).toEqual([
    `ip daddr { 10.0.0.6/32 } meta mark set ${markText(nextHopMark('web'))} return`,
    'ip daddr { 10.0.0.0/16 } meta mark set 0x1 return',
    'ip daddr { 0.0.0.0/0 } drop',
    'ip6 daddr { fd00::/64 } meta mark set 0x1 return',
    'drop',
  ])
})

test('a tap may send from its own addresses and those that it forwards, once each', () => {
  const relay = { ...web, transit: ['10.0.0.0/28', '192.0.2.0/24'] }
  const content = contentOf([relay, db], { routed: [{ subnet: '203.0.113.16/28', interfaceId: 'web' }] })
  expect(elementsOf(content, 'sources4')).toBe(
    ['web . 10.0.0.0/28', 'web . 192.0.2.0/24', 'web . 203.0.113.16/28', 'db . 10.0.0.6/32']
      .map((text) => text.replace(/^\w+/, (id) => tap(id)))
      .join(', '),
  )
  expect(elementsOf(content, 'accepts4')).not.toContain('203.0.113.16/28')
  expect(elementsOf(content, 'macs')).toBe(
    `${tap('web')} . A8:40:25:F0:00:05, ${tap('db')} . A8:40:25:F0:00:06`,
  )
})

test('packets leave from the first address that their gateway offers', () => {
  const content = contentOf([web, db], {
    external: [
      externalOf('web', '203.0.113.9', { gatewayIds: [] }),
      externalOf('web', '203.0.113.5', { kind: 'ephemeral' }),
      externalOf('web', '203.0.113.1', { kind: 'snat', ports: { first: 0, last: 16_383 } }),
      externalOf('db', '203.0.113.1', { kind: 'snat', ports: { first: 16_384, last: 32_767 } }),
    ],
  })
  const rules = content.filter((line) => line.includes(' nat'))
  expect(rules.filter((line) => line.startsWith('add rule'))).toEqual([
    'add rule inet t nat0 meta mark 0x20000000 meta nfproto ipv4 snat ip to 203.0.113.5',
    'add rule inet t nat1 meta mark 0x20000000 meta l4proto { tcp, udp } snat ip to 203.0.113.1:16384-32767',
    'add rule inet t nat1 meta mark 0x20000000 meta l4proto icmp snat ip to 203.0.113.1:16384-32767',
  ])
  expect(elementsOf(content, 'dnat4')).toBe('203.0.113.9 : 10.0.0.5, 203.0.113.5 : 10.0.0.5')
})

test('the same network gives the same commands, and an empty one passes nothing', () => {
  const network = networkOf([web, db])
  expect(rulesetOf(network, 't')).toEqual(rulesetOf(structuredClone(network), 't'))
  const { content } = rulesetOf({ ...network, subnets: [], interfaces: [], firewalls: [], rules: [] }, 't')
  expect(content.filter((line) => line.startsWith('add element'))).toEqual([])
})
