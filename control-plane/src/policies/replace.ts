import { notePolicy, type Policy, policyAt, type PolicyTarget } from '../kinds/policy.ts'
import { addedAssignments, type RoleAssignment } from '@granary/domain/policies.ts'
import { keepingAdmins } from '../shared/people/admins.ts'
import type { Context } from '../kit/context.ts'
import { refuseEscalation } from './escalation.ts'
import { checkIdentities } from './identities.ts'

/**
 * Puts a whole list of assignments in place of the one that is there.
 * @throws ApiError 400 for somebody who is not there, and when nobody would be left who is admin; 403 for a role that
 * gives more than the caller has.
 */
export async function replacePolicy<Role extends string>(
  context: Context,
  target: PolicyTarget,
  { roleAssignments: wanted }: Policy<Role>,
): Promise<Policy<Role>> {
  const before = await policyAt<Role>(context, target.id)
  await checkIdentities(context, target.siloId, wanted, before.roleAssignments)
  if (target.kind === 'silo')
    await refuseEscalation(context, target.id, addedAssignments(before.roleAssignments, wanted))
  await keepingAdmins(context, target.kind === 'silo' ? target.id : null, () =>
    write(context, target, wanted),
  )
  const after = await policyAt<Role>(context, target.id)
  if (JSON.stringify(before) !== JSON.stringify(after)) notePolicy(context, target, before, after)
  return after
}

async function write(
  { db }: Context,
  target: PolicyTarget,
  wanted: readonly RoleAssignment<string>[],
): Promise<void> {
  await db.deleteFrom('role_assignment').where('resource_id', '=', target.id).execute()
  if (wanted.length === 0) return
  await db
    .insertInto('role_assignment')
    .values(
      wanted.map(({ identityId, identityType, roleName }) => ({
        resource_id: target.id,
        resource_kind: target.kind,
        identity_kind: identityType,
        identity_id: identityId,
        role: roleName,
      })),
    )
    .execute()
}
