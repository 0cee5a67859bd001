import { expect, test } from 'vitest'
import { accessRows, directRole } from './access.ts'
import type { Identity, RoleAssignment } from './policies.ts'

const ada: Identity = { id: '1', identityType: 'silo_user', displayName: 'Ada' }
const bob: Identity = { id: '2', identityType: 'silo_user', displayName: 'bob' }
const zoo: Identity = { id: '3', identityType: 'silo_group', displayName: 'Zoo' }
const team: Identity = { id: '4', identityType: 'silo_group', displayName: 'team' }
const everybody = [bob, zoo, ada, team]
const give = ({ id, identityType }: Identity, roleName: string): RoleAssignment<string> => ({
  identityId: id,
  identityType,
  roleName,
})
const direct = (level: 'silo' | 'project', roleName: string) => ({ level, roleName, groupId: null })

test('returns one row per identity, with its strongest role and its name if known', () => {
  const stranger = { identityId: 'stranger', identityType: 'silo_user', roleName: 'viewer' } as const
  const assignments = [
    give(bob, 'viewer'),
    give(bob, 'admin'),
    give(bob, 'collaborator'),
    give(team, 'viewer'),
    stranger,
  ]
  expect(accessRows([{ level: 'silo', assignments }], everybody, [])).toEqual([
    { ...team, grants: [direct('silo', 'viewer')] },
    { ...bob, grants: [direct('silo', 'admin')] },
    {
      id: 'stranger',
      identityType: 'silo_user',
      displayName: 'stranger',
      grants: [direct('silo', 'viewer')],
    },
  ])
})

test('project access combines project and silo roles, the stronger first and the silo first among equals', () => {
  const rows = accessRows(
    [
      { level: 'silo', assignments: [give(ada, 'viewer'), give(bob, 'admin'), give(zoo, 'collaborator')] },
      {
        level: 'project',
        assignments: [give(ada, 'collaborator'), give(bob, 'admin'), give(team, 'limited_collaborator')],
      },
    ],
    everybody,
    [],
  )
  expect(rows).toEqual([
    { ...team, grants: [direct('project', 'limited_collaborator')] },
    { ...zoo, grants: [direct('silo', 'collaborator')] },
    { ...ada, grants: [direct('project', 'collaborator'), direct('silo', 'viewer')] },
    { ...bob, grants: [direct('silo', 'admin'), direct('project', 'admin')] },
  ])
  expect(rows.map((row) => directRole(row, 'project'))).toEqual([
    'limited_collaborator',
    null,
    'collaborator',
    'admin',
  ])
})

test('includes group roles of a user, but gives no row to a mere group member', () => {
  const rows = accessRows(
    [
      { level: 'silo', assignments: [give(team, 'admin'), give(team, 'viewer')] },
      { level: 'project', assignments: [give(ada, 'viewer'), give(zoo, 'viewer')] },
    ],
    everybody,
    [
      { groupId: team.id, userId: ada.id },
      { groupId: zoo.id, userId: ada.id },
      { groupId: team.id, userId: bob.id },
    ],
  )
  expect(rows.find((row) => row.id === ada.id)?.grants).toEqual([
    { level: 'silo', roleName: 'admin', groupId: team.id },
    direct('project', 'viewer'),
    { level: 'project', roleName: 'viewer', groupId: zoo.id },
  ])
  expect(rows.map((row) => row.id)).toEqual([team.id, zoo.id, ada.id])
})
