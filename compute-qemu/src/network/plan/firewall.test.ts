import type { RuleSpec } from '@granary/compute/network.ts'
import { expect, test } from 'vitest'
import { ruleLines } from './firewall.ts'

const rule = (more: Partial<RuleSpec>): RuleSpec => ({
  id: 'r1',
  action: 'allow',
  hosts: null,
  protocols: null,
  ports: null,
  ...more,
})
const linesOf = (more: Partial<RuleSpec>, direction: 'inbound' | 'outbound' = 'inbound') =>
  ruleLines(rule(more), direction).map((line) => line.replace(' comment "r1"', ''))
const ssh = [{ first: 22, last: 22 }]

test('an allowing rule ends the receiver’s rules only, a denying one drops', () => {
  expect(linesOf({})).toEqual(['accept'])
  expect(linesOf({}, 'outbound')).toEqual(['return'])
  expect(linesOf({ action: 'deny' }, 'outbound')).toEqual(['drop'])
})

test('ports without a protocol are those of TCP and UDP', () => {
  expect(linesOf({ ports: ssh })).toEqual(['meta l4proto { tcp, udp } th dport { 22 } accept'])
})

test('a rule with ports matches no ICMP', () => {
  const icmp = { type: 'icmp', icmpType: null, codes: null } as const
  expect(linesOf({ ports: ssh, protocols: [icmp] })).toEqual([])
  expect(linesOf({ ports: ssh, protocols: [icmp, { type: 'udp' }] })).toEqual([
    'meta l4proto { udp } th dport { 22 } accept',
  ])
})

test('types and codes of ICMP', () => {
  expect(
    linesOf({
      protocols: [
        { type: 'icmp', icmpType: 3, codes: { first: 0, last: 4 } },
        { type: 'icmp6', icmpType: 128, codes: null },
      ],
    }),
  ).toEqual([
    'meta nfproto ipv4 meta l4proto icmp icmp type 3 icmp code 0-4 accept',
    'meta nfproto ipv6 meta l4proto ipv6-icmp icmpv6 type 128 accept',
  ])
})

test('hosts of both families need a line each, and the other end is the source of inbound packets', () => {
  const hosts = ['10.0.0.0/24', '10.0.0.6/32', 'fd00::/64']
  expect(linesOf({ hosts })).toEqual(['ip saddr { 10.0.0.0/24 } accept', 'ip6 saddr { fd00::/64 } accept'])
  expect(linesOf({ hosts: ['10.0.0.0/24'] }, 'outbound')).toEqual(['ip daddr { 10.0.0.0/24 } return'])
  expect(linesOf({ hosts, protocols: [{ type: 'icmp', icmpType: null, codes: null }] })).toEqual([
    'ip saddr { 10.0.0.0/24 } meta nfproto ipv4 meta l4proto icmp accept',
  ])
})
