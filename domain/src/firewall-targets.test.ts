import { expect, test } from 'vitest'
import type { FirewallTarget } from './firewall.ts'
import { appliesTo, targetsOf } from './firewall-targets.ts'

const web = {
  instance: 'web',
  vpc: 'default',
  subnets: ['front'],
  ips: ['10.0.0.5', 'fd00::5'],
  tags: [{ key: 'env', value: 'prod' }],
}

test.each<[FirewallTarget['type'], string, boolean]>([
  ['vpc', 'default', true],
  ['vpc', 'other', false],
  ['subnet', 'front', true],
  // A VPC and a subnet of the same name are not the same.
  ['subnet', 'default', false],
  ['instance', 'web', true],
  ['instance', 'web-2', false],
  ['ip', '10.0.0.5', true],
  ['ip', 'FD00:0::5', true],
  ['ip', '10.0.0.6', false],
  ['ip_net', '10.0.0.0/24', true],
  ['ip_net', '0.0.0.0/0', true],
  ['ip_net', 'fd00:1::/64', false],
  ['tag', 'env=prod', true],
  ['tag', 'env=Prod', false],
  ['tag', 'env=', false],
])('the target %s %s applies: %j', (type, value, applies) => {
  expect(appliesTo([{ type, value }], web)).toBe(applies)
})

test('one target of several is enough, and none applies to nothing', () => {
  expect(
    appliesTo(
      [
        { type: 'instance', value: 'db' },
        { type: 'vpc', value: 'default' },
      ],
      web,
    ),
  ).toBe(true)
  expect(appliesTo([], web)).toBe(false)
})

test('tags are targets beside the others', () => {
  const targets = [{ type: 'instance' as const, value: 'db' }]
  expect(targetsOf({ targets })).toBe(targets)
  expect(targetsOf({ targets, targetTags: [{ key: 'env', value: 'prod' }] })).toEqual([
    ...targets,
    { type: 'tag', value: 'env=prod' },
  ])
})
