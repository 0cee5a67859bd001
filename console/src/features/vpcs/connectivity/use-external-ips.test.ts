import { interfaceOf } from '@granary/domain/reachability/testing.ts'
import { expect, test } from 'vitest'
import type { Members } from '../network/use-interfaces.ts'
import { instancesIn } from './use-external-ips.ts'

const interfaces = [
  interfaceOf('web', ['10.0.0.5']),
  interfaceOf('db', ['10.0.1.5']),
  interfaceOf('fw', ['10.0.0.9']),
]
const instances = interfaces.map(({ instance }) => instance) as Members['instances']
const floatingIps = [
  { ip: '192.0.2.1', instanceId: 'id-db' },
  { ip: '192.0.2.2', instanceId: null },
]
const found = (from: string, to: string, routes: Parameters<typeof instancesIn>[2] = []) =>
  instancesIn({ from, to }, { interfaces, instances }, routes, floatingIps)

test.each([
  ['instance/web', 'internet', ['id-web']],
  ['interface/db/net0', 'instance/id-web', ['id-web', 'id-db']],
  ['internet', '10.0.1.5', ['id-db']],
  ['instance/web', '192.0.2.1', ['id-web', 'id-db']],
  ['198.51.100.1', '192.0.2.2', []],
])('from %s to %s: %j', (from, to, ids) => {
  expect(found(from, to)).toEqual(ids)
})

test('includes the instances that routes forward packets to', () => {
  const routes = [
    { target: { type: 'instance' as const, value: 'fw' } },
    { target: { type: 'drop' as const } },
  ]
  expect(found('instance/web', 'internet', routes)).toEqual(['id-web', 'id-fw'])
})
