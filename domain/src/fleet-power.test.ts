import { expect, test } from 'vitest'
import { federatedPower, fleetReach, powerRefusal, weakerFleetRole } from './fleet-power.ts'

test('a silo reaches the strongest fleet role that it maps or that one of its users or groups has', () => {
  expect(fleetReach({}, [])).toBeNull()
  expect(fleetReach({}, ['viewer', 'collaborator'])).toBe('collaborator')
  expect(fleetReach({ viewer: ['viewer'], admin: ['admin', 'viewer'] }, ['collaborator'])).toBe('admin')
})

test('a provider has the power of its limit and of the mapped roles of its silo', () => {
  expect(federatedPower(null, {})).toBeNull()
  expect(federatedPower('viewer', {})).toBe('viewer')
  expect(federatedPower('viewer', { admin: ['collaborator'] })).toBe('collaborator')
  expect(federatedPower('admin', { admin: ['collaborator'] })).toBe('admin')
})

test('no fleet role is weaker than any', () => {
  expect(weakerFleetRole('admin', 'viewer')).toBe('viewer')
  expect(weakerFleetRole('viewer', 'collaborator')).toBe('viewer')
  expect(weakerFleetRole(null, 'viewer')).toBeNull()
  expect(weakerFleetRole('viewer', null)).toBeNull()
})

test('a refusal says which role is needed', () => {
  expect(powerRefusal('admin', 'user')).toBe('you need the fleet role "admin" for this: this user has it')
})
