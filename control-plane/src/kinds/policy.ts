import type { RoleAssignment } from '@granary/domain/policies.ts'
import type { RoleAssignmentRow } from '../database/schema.ts'
import { record } from '../kit/changes.ts'
import type { Context } from '../kit/context.ts'

/** What a policy is about, and whose users and groups it may name: those of a silo, or of all (null). */
export type PolicyTarget = {
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

export type Policy<Role extends string> = { roleAssignments: RoleAssignment<Role>[] }

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
