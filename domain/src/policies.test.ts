import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addedAssignments,
  compareIdentities,
  type Identity,
  policyCandidates,
  policyProblems,
  removeRole,
  type RoleAssignment,
  setRole,
} from './policies.ts'
import { siloRoles, type SiloRole } from './roles.ts'

const ada: Identity = { id: '1', identityType: 'silo_user', displayName: 'Ada' }
const bob: Identity = { id: '2', identityType: 'silo_user', displayName: 'bob' }
const zoo: Identity = { id: '3', identityType: 'silo_group', displayName: 'Zoo' }
const team2: Identity = { id: '4', identityType: 'silo_group', displayName: 'team 2' }
const team10: Identity = { id: '5', identityType: 'silo_group', displayName: 'team 10' }
const everybody = [bob, zoo, team10, ada, team2]
const give = ({ id, identityType }: Identity, roleName: SiloRole): RoleAssignment<SiloRole> => ({
  identityId: id,
  identityType,
  roleName,
})

test('sorts groups before users, then alphabetically', () =>
  expect(everybody.toSorted(compareIdentities)).toEqual([team2, team10, zoo, ada, bob]))

describe('assigning', () => {
  const assignments = [give(ada, 'viewer'), give(bob, 'admin'), give(ada, 'collaborator')]

  test('a role replaces all roles of the identity', () =>
    expect(setRole(assignments, give(ada, 'admin'))).toEqual([give(bob, 'admin'), give(ada, 'admin')]))

  test('removing an identity removes all of its roles', () =>
    expect(removeRole(assignments, ada.id)).toEqual([give(bob, 'admin')]))

  test('sends only the assignment fields', () =>
    expect(setRole([], { ...ada, ...give(ada, 'admin') })).toEqual([give(ada, 'admin')]))

  test('leaves other identities alone and is idempotent', () => {
    const assignment = fc.record({
      identityId: fc.constantFrom('1', '2', '3'),
      identityType: fc.constant('silo_user' as const),
      roleName: fc.constantFrom(...siloRoles),
    })
    fc.assert(
      fc.property(fc.array(assignment), assignment, (before, added) => {
        const after = setRole(before, added)
        expect(removeRole(after, added.identityId)).toEqual(removeRole(before, added.identityId))
        expect(setRole(after, added)).toEqual(after)
      }),
    )
  })
})

test('finds the assignments that the previous policy did not have', () => {
  const before = [give(ada, 'viewer'), give(zoo, 'admin')]
  expect(addedAssignments(before, [give(ada, 'admin'), give(zoo, 'admin')])).toEqual([give(ada, 'admin')])
  expect(addedAssignments(before, [])).toEqual([])
  expect(addedAssignments(before, [give({ ...ada, identityType: 'silo_group' }, 'viewer')])).toHaveLength(1)
})

test('allows at most 64 assignments', () => {
  const many = (length: number) =>
    Array.from({ length }, (_, index) => give({ ...ada, id: `${index}` }, 'viewer'))
  expect(policyProblems(many(64))).toEqual([])
  expect(policyProblems(many(65))).toEqual([
    {
      path: '',
      code: 'too_long',
      message: 'invalid length 65, expected a list of at most 64 role assignments',
    },
  ])
})

test('reports every repeated role by its index', () => {
  expect(policyProblems([give(ada, 'viewer'), give(ada, 'admin'), give(bob, 'viewer')])).toEqual([])
  const twice = [give(ada, 'viewer'), give(ada, 'viewer'), give(bob, 'admin'), give(bob, 'admin')]
  expect(policyProblems(twice)).toEqual([
    { path: '[1]', code: 'duplicate', message: 'role "viewer" is assigned to 1 more than once' },
    { path: '[3]', code: 'duplicate', message: 'role "admin" is assigned to 2 more than once' },
  ])
})

test('candidates are the identities without a role', () =>
  expect(policyCandidates(everybody, [give(zoo, 'viewer'), give(ada, 'admin')])).toEqual([
    team2,
    team10,
    bob,
  ]))
