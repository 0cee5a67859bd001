import { expect, test } from 'vitest'
import type { FirewallProtocol } from './firewall.ts'
import { protocolText, type RuleInWords, ruleSentence } from './firewall-words.ts'

test.each<[FirewallProtocol, string]>([
  [{ type: 'tcp' }, 'TCP'],
  [{ type: 'udp' }, 'UDP'],
  [{ type: 'icmp', value: null }, 'ICMPv4 (All types)'],
  [{ type: 'icmp', value: { icmpType: 8, code: null } }, 'ICMPv4 8 - Echo Request'],
  [{ type: 'icmp6', value: { icmpType: 1, code: '0-3' } }, 'ICMPv6 1 - Destination Unreachable | Code 0-3'],
  [{ type: 'icmp', value: { icmpType: 42 } }, 'ICMPv4 42 - Type 42'],
])('%j is "%s"', (protocol, text) => expect(protocolText(protocol)).toBe(text))

const rule = (change: Partial<RuleInWords>): RuleInWords => ({
  action: 'allow',
  direction: 'inbound',
  targets: [{ type: 'vpc', value: 'default' }],
  filters: {},
  ...change,
})
const instances = (...names: string[]) => names.map((value) => ({ type: 'instance' as const, value }))

test.each<[string, Partial<RuleInWords>]>([
  ['Allows all traffic from anywhere to VPC default.', {}],
  [
    'Allows TCP to port 22 from anywhere to VPC default.',
    { filters: { ports: ['22'], protocols: [{ type: 'tcp' }] } },
  ],
  [
    'Denies all traffic to ports 80 and 8000-8080 from instance web to 10.0.0.0/8.',
    {
      action: 'deny',
      direction: 'outbound',
      targets: instances('web'),
      filters: { ports: ['80', '8000-8080'], hosts: [{ type: 'ip_net', value: '10.0.0.0/8' }] },
    },
  ],
  [
    'Allows ICMPv4 (Echo Request, code 0) and UDP from anywhere to VPC default.',
    { filters: { protocols: [{ type: 'icmp', value: { icmpType: 8, code: '0' } }, { type: 'udp' }] } },
  ],
  [
    'Allows ICMPv4 and ICMPv6 (Packet Too Big) from anywhere to VPC default.',
    {
      filters: {
        protocols: [
          { type: 'icmp', value: null },
          { type: 'icmp6', value: { icmpType: 2 } },
        ],
      },
    },
  ],
  [
    'Allows all traffic from anywhere to instance a, instance b and 3 more.',
    { targets: instances('a', 'b', 'c', 'd', 'e') },
  ],
  ['Allows nothing: the rule has no targets.', { targets: [] }],
  ['Allows nothing: the rule has no hosts.', { filters: { hosts: [] } }],
])('%s', (sentence, change) => expect(ruleSentence(rule(change))).toBe(sentence))

test('names tags among the targets', () => {
  const rule = {
    action: 'allow' as const,
    direction: 'inbound' as const,
    targets: [],
    targetTags: [{ key: 'role', value: 'web' }],
    filters: { ports: ['443'], protocols: [{ type: 'tcp' as const }] },
  }
  expect(ruleSentence(rule)).toBe('Allows TCP to port 443 from anywhere to instances with tag role=web.')
})
