import { addedAssignments, type RoleAssignment } from '@granary/domain/policies.ts'
import { keepingAdmins } from './admins.ts'
import type { RoleAssignmentRow } from '../database/schema.ts'
import { record } from '../kit/changes.ts'
import type { Context } from '../kit/context.ts'
import { refuseEscalation } from './escalation.ts'
import { checkIdentities } from './identities.ts'

/** What a policy is about, and whose users and groups it may name: those of a silo, or of all (null). */
type PolicyTarget = {
  kind: RoleAssignmentRow['resource_kind']
  id: string
  name: string | null
  siloId: string | null
}

export const fleetPolicy: PolicyTarget = { kind: 'fleet', id: 'fleet', name: null, siloId: null }

export const siloPolicy = ({ id, name }: { id: string; name: string }): PolicyTarget => ({
  kind: 'silo',
  id,
  name,
  siloId: id,
})

export const projectPolicy = (row: { id: string; name: string; silo_id: string }): PolicyTarget => ({
  kind: 'project',
  id: row.id,
  name: row.name,
  siloId: row.silo_id,
})

type Policy<Role extends string> = { roleAssignments: RoleAssignment<Role>[] }

/** The direct role assignments on the fleet, a silo or a project, by role and then by identity. */
export async function policyAt<Role extends string>(
  context: Context,
  resourceId: string,
): Promise<Policy<Role>> {
  const rows = await context.db
    .selectFrom('role_assignment')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .orderBy('role')
    .orderBy('identity_id')
    .execute()
  return {
    roleAssignments: rows.map((row) => ({
      identityId: row.identity_id,
      identityType: row.identity_kind,
      roleName: row.role as Role,
    })),
  }
}

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

/** Writes down what became of a policy. */
export function notePolicy(context: Context, target: PolicyTarget, before: unknown, after: unknown): void {
  record(context, {
    kind: `${target.kind}-policy`,
    action: 'updated',
    id: target.id,
    name: target.name,
    siloId: target.siloId,
    projectId: target.kind === 'project' ? target.id : null,
    parentId: null,
    before,
    after,
  })
}
