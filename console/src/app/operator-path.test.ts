import { expect, test } from 'vitest'
import { operatorPath } from './operator-path.ts'

const OWN = 'own-silo'
const subject = (kind: string, more: object = {}) => ({
  kind,
  id: 'the-id',
  name: 'the-name',
  siloId: null,
  ...more,
})

test.each([
  [subject('silo'), '/system/silos/the-name'],
  [subject('silo-user', { siloId: 'other' }), '/system/silos/other/users/the-id'],
  [subject('certificate', { siloId: 'other' }), '/system/silos/other/certificates'],
  [subject('ip-pool'), '/system/networking/ip-pools/the-name'],
  [subject('subnet-pool'), '/system/networking/subnet-pools/the-name'],
  [subject('sled', { name: null }), '/system/inventory/sleds/the-id'],
  [subject('physical-disk'), '/system/inventory/disks'],
  [subject('switch'), '/system/inventory/switches'],
  [subject('target-release'), '/system/update'],
  [subject('system-update'), '/system/update'],
  [subject('alert'), '/system/alerting/alerts/the-id'],
  [subject('alert-receiver'), '/system/alerting/receivers/the-id'],
  [subject('instance', { siloId: OWN }), '/lookup/instances/the-id'],
  [subject('instance', { siloId: OWN, projectName: 'shop' }), '/projects/shop/instances/the-name'],
  [subject('project', { siloId: OWN }), '/projects/the-name'],
])('%j is at %s', (given, path) => {
  expect(operatorPath(given, OWN)).toMatch(new RegExp(`^${path}(/|$)`))
})

test.each([
  subject('silo', { name: null }),
  subject('silo-user'),
  subject('certificate'),
  subject('ip-pool', { name: null }),
  subject('instance', { siloId: 'other', projectName: 'shop' }),
  subject('project', { siloId: OWN, name: null }),
  subject('nothing-known', { siloId: 'other' }),
])('%j has no page of the operator', (given) => {
  expect(operatorPath(given, OWN)).toBeUndefined()
})
