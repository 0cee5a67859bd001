import { expect, test } from 'vitest'
import { externalBatch } from './hub.ts'
import { relayBatch, tapBatch, undoing } from './links.ts'
import { hubLinkName, linkName, nextHopMark } from './names.ts'
import { piecesOf } from './pieces.ts'
import { externalOf, interfaceOf, networkOf } from './testing.ts'

const web = interfaceOf('web', ['10.0.0.5', 'fd00::5'])

test('names fit the kernel and depend on the ID only', () => {
  for (const name of [linkName('web'), hubLinkName('web')]) expect(name).toMatch(/^[tv][0-9a-f]{13}$/)
  expect(linkName('web')).not.toBe(linkName('db'))
  expect(nextHopMark('web') >>> 28).toBe(4)
})

test('a tap gets routes to its addresses, and only a next hop has a table', () => {
  const tap = linkName('web')
  const network = networkOf([web])
  expect(tapBatch(network, web).v4).toEqual([
    `neigh replace 169.254.0.2 lladdr A8:40:25:F0:00:05 dev ${tap} nud permanent`,
    `addr replace 10.0.0.1/24 dev ${tap} noprefixroute`,
    `route replace 10.0.0.5 via 169.254.0.2 dev ${tap} onlink`,
  ])
  expect(relayBatch(network).v4).toEqual([])
  const relay = { ...web, transit: ['192.0.2.0/24'] }
  const table = nextHopMark('web')
  expect(tapBatch(networkOf([relay]), relay).v6).toContain(
    `route replace default via fe80::2 dev ${tap} onlink table ${table} metric 100`,
  )
  expect(relayBatch(networkOf([relay])).v6).toContain(
    `route replace unreachable default table ${table} metric 4000000000`,
  )
})

test('commands that are no longer there are undone, unless another one took their place', () => {
  const before = [
    'route replace 10.0.0.5 via 169.254.0.2 dev t1 onlink',
    'route replace 10.0.0.6 via 169.254.0.2 dev t1 onlink',
    'rule add fwmark 0x4 lookup 4 pref 200',
    'neigh replace 169.254.0.2 lladdr 02:00:00:00:00:01 dev t1 nud permanent',
    'neigh replace proxy 203.0.113.5 dev lan0',
  ]
  expect(undoing(before, [before[1]!])).toEqual([
    'route del 10.0.0.5 via 169.254.0.2 dev t1',
    'rule del fwmark 0x4 lookup 4 pref 200',
    'neigh del proxy 203.0.113.5 dev lan0',
  ])
})

test('the hub leads to addresses at which a machine answers', () => {
  const network = networkOf([web], {
    external: [externalOf('web', '203.0.113.5'), externalOf('web', '203.0.113.1', { kind: 'snat' })],
    routed: [{ subnet: '203.0.113.16/30', interfaceId: 'web' }],
  })
  const to = (commands: string[]) => commands.map((command) => command.split(' ').slice(0, 4).join(' '))
  expect(to(externalBatch(network).v4)).toEqual([
    'route replace 203.0.113.5 via',
    'route replace 203.0.113.16/30 via',
  ])
})

test('pieces have all commands in order, and none is longer than the limit if it can be split', () => {
  const commands = ['aaa', 'bbb', 'cccccccccc', 'd']
  expect(piecesOf(commands, 8)).toEqual([['aaa', 'bbb'], ['cccccccccc'], ['d']])
  expect(piecesOf([], 8)).toEqual([])
})
