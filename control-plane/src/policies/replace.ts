import { type Policy, policyAt, type PolicyTarget, replaceAssignments } from '../kinds/policy.ts'
import { addedAssignments } from '@granary/domain/policies.ts'
import { keepingAdmins } from '../shared/people/admins.ts'
import type { Context } from '../kit/context.ts'
import { refuseEscalation } from './escalation.ts'
import { checkIdentities } from './identities.ts'

/**
 * Replaces all assignments of a policy.
 * @throws ApiError 400 for an unknown user or group, and if no admin would be left; 403 for a role that gives more than
 * the caller has.
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
  return keepingAdmins(context, target.kind === 'silo' ? target.id : null, () =>
    replaceAssignments(context, target, wanted),
  )
}
