import { expect, test } from 'vitest'
import { losesAccess, losses } from './losses.ts'
import { type Assignment, grantsOf } from './roles.ts'

const SILO = 'silo'
const shop = { id: 'p1', name: 'shop' }
const roles = (...held: [level: Assignment['level'], role: string][]) =>
  grantsOf(
    held.map(([level, role]) => ({
      level,
      role,
      resourceId: { fleet: 'fleet', silo: SILO, project: shop.id }[level],
    })),
    SILO,
    {},
  )

test('reports no loss for permissions that another role still grants', () => {
  const both = roles(['silo', 'admin'], ['silo', 'admin'])
  expect(losses(both, roles(['silo', 'admin']))).toEqual([])
  expect(
    losses(roles(['silo', 'collaborator'], ['project', 'viewer']), roles(['silo', 'collaborator']), shop),
  ).toEqual([])
})

test('lists the losses when a silo admin takes a weaker role', () => {
  expect(losses(roles(['silo', 'admin']), roles(['silo', 'collaborator']))).toEqual([
    'manage the users of the silo and who has access to it',
  ])
  expect(losses(roles(['silo', 'admin']), roles(['silo', 'viewer']))).toEqual([
    'manage the users of the silo and who has access to it',
    'create projects',
    'administer all of its projects',
    'change the images of the silo',
    'change what is in all of its projects',
  ])
  expect(losses(roles(['silo', 'viewer']), roles())).toEqual([
    'see its projects, but for those in which you have a role',
  ])
})

test('a project is lost with its role, unless the silo grants one', () => {
  expect(losses(roles(['project', 'viewer']), roles(), shop)).toEqual(['see shop and what is in it'])
  expect(losses(roles(['project', 'admin'], ['silo', 'viewer']), roles(['silo', 'viewer']), shop)).toEqual([
    'rename or delete shop, and manage who has access to it',
    'change the networking of shop',
    'change what is in shop',
  ])
})

test('a fleet role is lost with the silo role that is mapped to it', () => {
  const held = [{ level: 'silo', role: 'admin', resourceId: SILO }] as const
  const before = grantsOf(held, SILO, { admin: ['admin'] })
  const after = grantsOf([{ ...held[0], role: 'viewer' }], SILO, { admin: ['admin'] })
  expect(losses(before, after).slice(0, 3)).toEqual([
    'manage the system and who has access to it',
    'create, change and delete silos',
    'see the system: silos, hardware, networking',
  ])
})

test('detects a lockout: the last role, or the permission to assign roles, is removed', () => {
  expect(losesAccess(roles(['silo', 'viewer']), roles(), 'silo')).toBe(true)
  expect(losesAccess(roles(['silo', 'admin']), roles(['silo', 'collaborator']), 'silo')).toBe(true)
  expect(losesAccess(roles(['silo', 'collaborator']), roles(['silo', 'viewer']), 'silo')).toBe(false)
  expect(losesAccess(roles(['fleet', 'admin']), roles(['fleet', 'collaborator']), 'fleet')).toBe(true)
  expect(
    losesAccess(roles(['project', 'admin'], ['silo', 'admin']), roles(['silo', 'admin']), 'project', shop),
  ).toBe(false)
  expect(losesAccess(roles(['project', 'viewer']), roles(), 'project', shop)).toBe(true)
})
