import { expect, test } from 'vitest'
import type { RuleIn } from './network.ts'
import { indexOf } from './places.ts'
import { ruleEffects } from './rule-effects.ts'
import { rule, testNetwork } from './testing.ts'

const effectOf = (own: Partial<RuleIn>, others: RuleIn[] = []) =>
  ruleEffects(indexOf(testNetwork({ rules: [...others, rule('it', own)] }))).get('rule-it')!

test('lists the instances of a rule by name', () => {
  expect(effectOf({})).toEqual({
    instances: [
      { id: 'id-app', name: 'app' },
      { id: 'id-db', name: 'db' },
      { id: 'id-web', name: 'web' },
    ],
    never: null,
  })
  expect(effectOf({ targets: [{ type: 'subnet', value: 'back' }] }).instances).toEqual([
    { id: 'id-db', name: 'db' },
  ])
})

test.each<[string, Partial<RuleIn>]>([
  ['disabled', { status: 'disabled' }],
  ['no_targets', { targets: [] }],
  ['no_hosts', { filters: { hosts: [] } }],
  ['unknown_targets', { targets: [{ type: 'instance', value: 'gone' }] }],
  ['unknown_hosts', { filters: { hosts: [{ type: 'subnet', value: 'gone' }] } }],
  ['icmp_ports', { filters: { ports: ['22'], protocols: [{ type: 'icmp', value: null }] } }],
])('%s: %j', (code, own) => {
  expect(effectOf(own).never).toEqual({ code })
})

const wide = rule('wide', {
  priority: 10,
  filters: {
    hosts: [{ type: 'ip_net', value: '10.0.0.0/8' }],
    ports: ['1-100'],
    protocols: [{ type: 'tcp' }],
  },
})
const narrow: RuleIn['filters'] = {
  hosts: [{ type: 'ip', value: '10.1.2.3' }],
  ports: ['22'],
  protocols: [{ type: 'tcp' }],
}
test.each<[string, Partial<RuleIn>, boolean]>([
  ['a part of it', { filters: narrow }, true],
  ['fewer targets', { filters: narrow, targets: [{ type: 'instance', value: 'web' }] }, true],
  ['the other direction', { filters: narrow, direction: 'outbound' }, false],
  ['an earlier priority', { filters: narrow, priority: 9 }, false],
  ['more ports', { filters: { ...narrow, ports: ['22', '443'] } }, false],
  ['all ports', { filters: { ...narrow, ports: null } }, false],
  ['more hosts', { filters: { ...narrow, hosts: [{ type: 'ip', value: '192.0.2.1' }] } }, false],
  ['any host', { filters: { ...narrow, hosts: null } }, false],
  ['any protocol', { filters: { ...narrow, protocols: null } }, false],
])('a rule that allows %s is covered: %s', (_, own, covered) => {
  const by = { id: 'rule-wide', name: 'wide' }
  expect(effectOf(own, [wide]).never).toEqual(covered ? { code: 'covered', by } : null)
})

test('a rule that is covered itself covers nothing, but the rule that covers it does', () => {
  const all = rule('all', { priority: 1 })
  expect(effectOf({ filters: narrow }, [wide, all]).never).toMatchObject({ by: { name: 'all' } })
})
