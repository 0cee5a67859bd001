import { expect, test } from 'vitest'
import type { Link } from '../networks.ts'
import { ip } from './ip.ts'

const V4 = { address: '172.30.3.5', network: '172.30.0.0/22', router: '172.30.0.1' }
const V6 = { address: 'fd00::5', network: 'fd00::/64', router: 'fd00::1' }
const OTHER_V4 = { address: '10.0.0.200', network: '10.0.0.192/26', router: '10.0.0.193' }

const link = (addresses: Link['addresses'], primary = false): Link => ({
  mac: 'A8:40:25:F0:00:01',
  mtu: 1500,
  primary,
  addresses,
})
const linesOf = (command: string, links: readonly Link[]) => {
  const query = ip(command.split(' '))
  return typeof query === 'string' ? query : query.printLinks(links).split('\n')
}

test('ip addr has every address with its prefix length', () => {
  expect(linesOf('addr', [link([V4, V6], true)]).slice(4)).toEqual([
    '2: ens3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP',
    '    link/ether a8:40:25:f0:00:01 brd ff:ff:ff:ff:ff:ff',
    '    inet 172.30.3.5/22 scope global ens3',
    '    inet6 fd00::5/64 scope global',
  ])
  expect(linesOf('-6 addr show', [link([V4, V6])]).toString()).not.toContain('inet ')
  expect(linesOf('-4 a', [link([V4, V6])]).toString()).not.toContain('inet6')
})

test('ip addr has no carrier on an interface that no network names', () => {
  expect(linesOf('addr', [link(null)]).slice(4)).toEqual([
    '2: ens3: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 state DOWN',
    '    link/ether a8:40:25:f0:00:01 brd ff:ff:ff:ff:ff:ff',
  ])
})

test('ip route has the default route of the primary interface, and each subnet', () => {
  const links = [link([V4, V6], true), link(null), link([OTHER_V4])]
  expect(linesOf('route', links)).toEqual([
    'default via 172.30.0.1 dev ens3',
    '172.30.0.0/22 dev ens3 proto kernel scope link src 172.30.3.5',
    '10.0.0.192/26 dev ens5 proto kernel scope link src 10.0.0.200',
  ])
  expect(linesOf('-6 route', links)).toEqual([
    'default via fd00::1 dev ens3',
    'fd00::/64 dev ens3 proto kernel',
  ])
})

test('ip route is empty without an address of the family', () => {
  expect(linesOf('r', [])).toEqual([''])
  expect(linesOf('r', [link([V6], true)])).toEqual([''])
  expect(linesOf('-6 r', [link(null, true)])).toEqual([''])
})

test('other objects and verbs print the usage', () => {
  for (const command of ['', 'link', 'addr add', 'route show now'])
    expect(linesOf(command, [])).toMatch(/^usage: ip/)
})
