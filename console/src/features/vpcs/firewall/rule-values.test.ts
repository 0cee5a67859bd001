import { expect, test } from 'vitest'
import { newRule, ruleOf, typedProtocol, valuesOf } from './rule-values.ts'
import type { Rule } from './rules.ts'

const rule: Rule = {
  id: 'id',
  vpcId: 'vpc',
  timeCreated: new Date(0),
  timeModified: new Date(0),
  name: 'web',
  description: 'd',
  action: 'deny',
  direction: 'outbound',
  status: 'disabled',
  priority: 7,
  targets: [{ type: 'vpc', value: 'default' }],
  targetTags: [{ key: 'role', value: 'web' }],
  filters: { hosts: null, ports: ['80'], protocols: [{ type: 'icmp', value: { icmpType: 8, code: '0' } }] },
}

test('a rule that is opened and saved stays as it is', () => {
  const { id: _, vpcId: _vpc, timeCreated: _created, timeModified: _modified, ...body } = rule
  expect(ruleOf(valuesOf(rule))).toEqual(body)
})

test('a filter without entries matches everything', () => {
  expect(ruleOf(newRule('default')).filters).toEqual({ hosts: null, ports: null, protocols: null })
})

test('entries that were typed, but not added, are part of the rule', () => {
  const typed = {
    ...newRule('default'),
    targetType: 'ip' as const,
    targetValue: ' 10.0.0.1 ',
    hostType: 'instance' as const,
    hostValue: 'db',
    ports: ['22'],
    port: ' 80 ',
    protocol: 'udp' as const,
  }
  expect(ruleOf(typed)).toMatchObject({
    targets: [{ type: 'ip', value: '10.0.0.1' }],
    filters: {
      hosts: [{ type: 'instance', value: 'db' }],
      ports: ['22', '80'],
      protocols: [{ type: 'udp' }],
    },
  })
  expect(ruleOf({ ...typed, port: '22' }).filters.ports).toEqual(['22'])
})

test('a new rule applies to its VPC until a target is added or removed', () => {
  const vpc = { type: 'vpc' as const, value: 'default' }
  expect(ruleOf(newRule('default')).targets).toEqual([vpc])
  expect(ruleOf({ ...newRule('default'), targetType: 'ip', targetValue: '10.0.0.1' }).targets).toEqual([
    { type: 'ip', value: '10.0.0.1' },
  ])
  expect(ruleOf({ ...valuesOf(rule), targetType: 'ip', targetValue: '10.0.0.1' }).targets).toEqual([
    vpc,
    { type: 'ip', value: '10.0.0.1' },
  ])
  const tagged = ruleOf({ ...newRule('default'), targetType: 'tag', targetValue: 'env=prod ' })
  expect(tagged).toMatchObject({ targets: [], targetTags: [{ key: 'env', value: 'prod' }] })
})

test('several ports may be typed at once', () => {
  expect(ruleOf({ ...newRule('default'), port: '80, 443 8000 – 8080' }).filters.ports).toEqual([
    '80',
    '443',
    '8000-8080',
  ])
})

test.each([
  [{ protocol: null, icmpType: '', icmpCode: '' }, null],
  [{ protocol: 'tcp', icmpType: '', icmpCode: '' }, { type: 'tcp' }],
  [
    { protocol: 'icmp', icmpType: ' ', icmpCode: '' },
    { type: 'icmp', value: null },
  ],
  [
    { protocol: 'icmp6', icmpType: '1', icmpCode: '' },
    { type: 'icmp6', value: { icmpType: 1, code: null } },
  ],
  [
    { protocol: 'icmp', icmpType: '3', icmpCode: ' 0—5 ' },
    { type: 'icmp', value: { icmpType: 3, code: '0-5' } },
  ],
] as const)('%j is typed as %j', (values, protocol) => expect(typedProtocol(values)).toEqual(protocol))
