import { type Policy, policyAt, type PolicyTarget, replaceAssignments } from '../kinds/policy.ts'
import { addedAssignments } from '@granary/domain/policies.ts'
import { requireRemainingAdmins } from '../shared/people/admins.ts'
import type { Context } from '../kit/context/context.ts'
import { refuseEscalation } from './escalation.ts'
import { refuseUntrustedFederation } from './federation.ts'
import { checkIdentities } from './identities.ts'

/**
 * Replaces all assignments of a policy.
 * @throws ApiError 400 for an unknown user or group, if no admin would be left, and for a fleet role that would reach an
 * identity provider or SCIM token without it; 403 for giving or withdrawing a role that gives more than the
 * caller has.
 */
export async function replacePolicy<Role extends string>(
  context: Context,
  target: PolicyTarget,
  { roleAssignments: wanted }: Policy<Role>,
): Promise<Policy<Role>> {
  const before = await policyAt<Role>(context, target.id)
  await checkIdentities(context, target.siloId, wanted, before.roleAssignments)
  const given = addedAssignments(before.roleAssignments, wanted)
  const withdrawn = addedAssignments(wanted, before.roleAssignments)
  if (target.kind === 'silo') await refuseEscalation(context, target.id, [...given, ...withdrawn])
  if (target.kind === 'fleet') await refuseUntrustedFederation(context, wanted, given)
  return requireRemainingAdmins(context, target.kind === 'silo' ? target.id : null, () =>
    replaceAssignments(context, target, wanted),
  )
}
