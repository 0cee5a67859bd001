import { describe, expect, test } from 'vitest'
import {
  firewallHostProblem,
  firewallNameProblem,
  type FirewallRuleDraft,
  firewallRulesProblems,
  icmpCodeProblem,
  icmpTypeProblem,
  newPortProblem,
  normalizeIcmpCode,
  portRange,
  sameHost,
  sameProtocol,
} from './firewall.ts'

const problemsOf = (...given: Parameters<typeof firewallRulesProblems>) =>
  [...firewallRulesProblems(...given)].flat()

const rule = (
  change: Partial<FirewallRuleDraft> & { filters?: FirewallRuleDraft['filters'] } = {},
): FirewallRuleDraft => ({
  name: 'allow-ssh',
  targets: [{ type: 'vpc', value: 'default' }],
  filters: { hosts: null, ports: ['22'], protocols: [{ type: 'tcp' }] },
  ...change,
})
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))

describe('firewall rules', () => {
  const inside = (filters: FirewallRuleDraft['filters']) => [rule({ filters })]

  test.each<[string, FirewallRuleDraft[]]>([
    ['none', []],
    ['a usual one', [rule()]],
    ['no targets and no filters', [rule({ targets: [], filters: {} })]],
    ['1024 of them', many(1024, (index) => rule({ name: `rule-${index}` }))],
    ['256 entries', inside({ ports: many(256, (index) => `${index + 1}`) })],
    ['any ICMP', inside({ protocols: [{ type: 'icmp', value: null }, { type: 'icmp6' }] })],
    ['a range of codes', inside({ protocols: [{ type: 'icmp', value: { icmpType: 3, code: '0-5' } }] })],
    ['names that nobody may have', inside({ hosts: [{ type: 'instance', value: 'gone' }] })],
    [
      'addresses',
      inside({
        hosts: [
          { type: 'ip', value: '::1' },
          { type: 'ip_net', value: '10.0.0.1/8' },
        ],
      }),
    ],
  ])('accepts %s', (_, rules) => expect(problemsOf(rules, 'default')).toEqual([]))

  test.each<[string, FirewallRuleDraft[], string | null, string]>([
    ['too many', many(1025, (index) => rule({ name: `rule-${index}` })), 'rules', 'max length 1024'],
    ['two of a name', [rule(), rule({ name: 'b' }), rule()], 'rules', 'duplicate rule names: "allow-ssh"'],
    [
      'targets',
      [rule({ targets: many(257, () => ({ type: 'ip', value: '1.1.1.1' })) })],
      'targets',
      'max length 256',
    ],
    [
      'target tags',
      [rule({ targetTags: many(257, (index) => ({ key: `k${index}`, value: '' })) })],
      'target_tags',
      'max length 256',
    ],
    [
      'hosts',
      inside({ hosts: many(257, () => ({ type: 'ip', value: '1.1.1.1' })) }),
      'filters.hosts',
      'max length 256',
    ],
    ['ports', inside({ ports: many(257, () => '1') }), 'filters.ports', 'max length 256'],
    [
      'protocols',
      inside({ protocols: many(257, () => ({ type: 'tcp' })) }),
      'filters.protocols',
      'max length 256',
    ],
    ['port 0', inside({ ports: ['0'] }), 'filters.ports', '0: Ports must be between 1 and 65535'],
    [
      'a reversed range',
      inside({ ports: ['9-8'] }),
      'l4_port_range',
      'range has larger start value than end value',
    ],
    [
      'reversed codes',
      inside({ protocols: [{ type: 'icmp', value: { icmpType: 3, code: '5-0' } }] }),
      'code',
      'ICMP code range start must be less than or equal to range end',
    ],
    [
      'a type beyond a byte',
      inside({ protocols: [{ type: 'icmp6', value: { icmpType: 256 } }] }),
      'icmp_type',
      'ICMP type must be a number between 0 and 255',
    ],
    [
      'a wrong address',
      inside({ hosts: [{ type: 'ip', value: '1.2.3' }] }),
      'filters.hosts',
      '1.2.3: Not a valid IP address',
    ],
    [
      'another VPC as target',
      [rule({ targets: [{ type: 'vpc', value: 'other' }] })],
      null,
      'cross-VPC target is not supported: "other"',
    ],
    [
      'another VPC as host',
      inside({ hosts: [{ type: 'vpc', value: 'other' }] }),
      null,
      'cross-VPC host filter is not supported: "other"',
    ],
  ])('refuses %s', (_, rules, label, message) =>
    expect(problemsOf(rules, 'default')).toMatchObject([{ label, message }]),
  )
})

test('names the entry that is wrong', () => {
  const wrong = rule({
    targets: [
      { type: 'vpc', value: 'default' },
      { type: 'vpc', value: 'other' },
    ],
    filters: { ports: ['22', '9-8'], protocols: [{ type: 'icmp', value: { icmpType: 3, code: 'x' } }] },
  })
  expect(problemsOf([rule(), wrong], 'default').map(({ path, code }) => [path, code])).toEqual([
    ['rules[1].name', 'duplicate'],
    ['rules[1].targets[1].value', 'not_allowed'],
    ['rules[1].filters.ports[1]', 'invalid_format'],
    ['rules[1].filters.protocols[0].value.code', 'invalid_format'],
  ])
})

test('checks the value of a target by its type', () => {
  expect(firewallHostProblem({ type: 'subnet', value: 'Web' }, 'Target name')).toContain('lower-case')
  expect(firewallHostProblem({ type: 'vpc', value: '' }, 'Target name')).toBe('Target name is required')
  expect(firewallHostProblem({ type: 'ip', value: '10.0.0.0/8' })).toBe('Not a valid IP address')
  expect(firewallHostProblem({ type: 'ip_net', value: '10.0.0.0/33' })).toBe('Max width for IPv4 is 32')
})

test('parses a port range', () => {
  expect(portRange('22')).toEqual({ first: 22, last: 22 })
  expect(portRange(' 80-443 ')).toEqual({ first: 80, last: 443 })
  expect(portRange('ssh')).toBeNull()
})

test('refuses a duplicate port filter', () => {
  expect(newPortProblem('22', ['80'])).toBeNull()
  expect(newPortProblem('80,443; 8000 - 8080', ['22'])).toBeNull()
  expect(newPortProblem('80,443', ['443'])).toBe('443 is listed more than once')
  expect(newPortProblem('80 80', [])).toBe('80 is listed more than once')
  expect(newPortProblem('80,http', [])).toBe('http: Not a valid port range')
  expect(newPortProblem(' 80 ', ['80'])).toBe('Port range already added')
  expect(newPortProblem('["80", "8000:8080", 53/udp]', ['22'])).toBeNull()
  expect(newPortProblem('"80"', ['80'])).toBe('Port range already added')
  expect(newPortProblem('80-', ['80-'])).toBe('Not a valid port range')
})

test('requires a unique rule name', () => {
  expect(firewallNameProblem('web', ['ssh'])).toBeNull()
  expect(firewallNameProblem('ssh', ['ssh'])).toBe(
    'Name taken. To update an existing rule, edit it directly.',
  )
  expect(firewallNameProblem('', ['ssh'])).toBe('Name is required')
})

test.each([
  ['', null],
  [' 8 ', null],
  ['255', null],
  ['256', 'ICMP type must be a number between 0 and 255'],
  ['-1', 'ICMP type must be a number between 0 and 255'],
  ['1.5', 'ICMP type must be a number between 0 and 255'],
])('ICMP type %j: %s', (text, problem) => expect(icmpTypeProblem(text)).toBe(problem))

test.each([
  ['', null],
  ['0', null],
  ['0-255', null],
  ['5-5', null],
  ['256', 'ICMP code must be between 0 and 255'],
  ['0005', 'ICMP code must be between 0 and 255'],
  ['256-1', 'ICMP code range start must be between 0 and 255'],
  ['1-256', 'ICMP code range end must be between 0 and 255'],
  ['5-4', 'ICMP code range start must be less than or equal to range end'],
  ['1-', 'ICMP code must be a number or numeric range'],
  ['a', 'ICMP code must be a number or numeric range'],
  ['1-2-3', 'ICMP code must be a number or numeric range'],
])('ICMP code %j: %s', (text, problem) => expect(icmpCodeProblem(text)).toBe(problem))

test('accepts any dash in a range of codes', () => {
  expect(normalizeIcmpCode(' 0\u20135 ')).toBe('0-5')
  expect(normalizeIcmpCode('0\u2014-5')).toBe('0-5')
})

test('compares targets, filters and protocols by value', () => {
  expect(sameHost({ type: 'vpc', value: 'a' }, { type: 'vpc', value: 'a' })).toBe(true)
  expect(sameHost({ type: 'vpc', value: 'a' }, { type: 'subnet', value: 'a' })).toBe(false)
  expect(sameProtocol({ type: 'icmp', value: null }, { type: 'icmp' })).toBe(true)
  expect(sameProtocol({ type: 'icmp' }, { type: 'icmp6' })).toBe(false)
  const echo = { type: 'icmp', value: { icmpType: 8 } } as const
  expect(sameProtocol(echo, { type: 'icmp', value: { icmpType: 8, code: null } })).toBe(true)
  expect(sameProtocol(echo, { type: 'icmp', value: { icmpType: 8, code: '0' } })).toBe(false)
  expect(sameProtocol(echo, { type: 'icmp' })).toBe(false)
})
