import { fleetRoles, siloRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { family, get } from './operation.ts'
import { IdSortMode, pageOf, paginated, Uuid } from './scalars.ts'
import { Group, User } from './session.ts'

export const IdentityType = z.enum(['silo_user', 'silo_group']).meta({ id: 'IdentityType' })
export const FleetRole = z.enum(fleetRoles).meta({ id: 'FleetRole' })
export const SiloRole = z.enum(siloRoles).meta({ id: 'SiloRole' })

const assignment = <Role extends z.ZodType>(role: Role) =>
  z.object({ identityId: Uuid, identityType: IdentityType, roleName: role })
const policyOf = <Role extends z.ZodType>(role: Role) =>
  z.object({ roleAssignments: z.array(assignment(role)).max(64) })

export const FleetRolePolicy = policyOf(FleetRole).meta({ id: 'FleetRolePolicy' })
export const SiloRolePolicy = policyOf(SiloRole).meta({ id: 'SiloRolePolicy' })

export const policies = family('policy', {
  systemPolicyView: get('/v1/system/policy', {
    summary: "Fetch the fleet's role assignments",
    response: FleetRolePolicy,
  }),
  policyView: get('/v1/policy', {
    summary: "Fetch the role assignments of the caller's silo",
    response: SiloRolePolicy,
  }),
  userList: get('/v1/users', {
    summary: "List users of the caller's silo",
    query: { group: z.string().optional(), ...paginated(IdSortMode) },
    response: pageOf(User).meta({ id: 'UserResultsPage' }),
  }),
  groupList: get('/v1/groups', {
    summary: "List groups of the caller's silo",
    query: paginated(IdSortMode),
    response: pageOf(Group),
  }),
})
