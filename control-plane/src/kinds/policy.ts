import type { RoleAssignment } from '@granary/domain/policies.ts'
import type { RoleAssignmentRow } from '../database/schema.ts'
import { record } from '../kit/changes.ts'
import { chunks } from '../kit/chunks.ts'
import { rawWriter } from '../kit/raw-writer.ts'
import type { Context } from '../kit/context.ts'

/** The subject of a policy, and the silo whose users and groups it may name (null for any silo). */
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

/** Returns the direct role assignments on the fleet, a silo or a project, by role and then by identity. */
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

/** Runs a write to the assignments of a policy, and logs the policy if that changed it. */
async function logging<Role extends string>(
  context: Context,
  target: PolicyTarget,
  write: () => Promise<unknown>,
): Promise<Policy<Role>> {
  const before = await policyAt<Role>(context, target.id)
  await write()
  const after = await policyAt<Role>(context, target.id)
  if (JSON.stringify(before) !== JSON.stringify(after))
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
  return after
}

const rowOf = (
  target: PolicyTarget,
  { identityId, identityType, roleName }: RoleAssignment<string>,
): RoleAssignmentRow => ({
  resource_id: target.id,
  resource_kind: target.kind,
  identity_kind: identityType,
  identity_id: identityId,
  role: roleName,
})

/** Replaces the assignments of a policy. @returns the new policy. */
export const replaceAssignments = <Role extends string>(
  context: Context,
  target: PolicyTarget,
  wanted: readonly RoleAssignment<Role>[],
): Promise<Policy<Role>> =>
  logging(context, target, async () => {
    const db = rawWriter(context)
    await db.deleteFrom('role_assignment').where('resource_id', '=', target.id).execute()
    if (wanted.length === 0) return
    await db
      .insertInto('role_assignment')
      .values(wanted.map((assignment) => rowOf(target, assignment)))
      .execute()
  })

/** Adds a missing assignment to a policy. */
export const grantRole = (
  context: Context,
  target: PolicyTarget,
  assignment: RoleAssignment<string>,
): Promise<unknown> =>
  logging(context, target, () =>
    rawWriter(context)
      .insertInto('role_assignment')
      .values(rowOf(target, assignment))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )

/** Removes an existing assignment from a policy. */
export const revokeRole = (
  context: Context,
  target: PolicyTarget,
  assignment: RoleAssignment<string>,
): Promise<unknown> =>
  logging(context, target, () =>
    rawWriter(context)
      .deleteFrom('role_assignment')
      .where((row) => row.and(rowOf(target, assignment)))
      .execute(),
  )

/** Removes every role of deleted users and groups, and logs the affected policies. */
export async function withdrawRoles(context: Context, identityIds: readonly string[]): Promise<void> {
  for (const ids of chunks(identityIds)) {
    const named = await context.db
      .selectFrom('role_assignment')
      .select(['resource_kind', 'resource_id'])
      .distinct()
      .where('identity_id', 'in', ids)
      .execute()
    for (const { resource_kind, resource_id } of named) {
      const withdraw = () =>
        rawWriter(context)
          .deleteFrom('role_assignment')
          .where('resource_id', '=', resource_id)
          .where('identity_id', 'in', ids)
          .execute()
      const target = await targetOf(context, resource_kind, resource_id)
      // Assignments of a deleted project stay, but it has no policy any more.
      await (target ? logging(context, target, withdraw) : withdraw())
    }
  }
}

async function targetOf(
  { db }: Context,
  kind: PolicyTarget['kind'],
  id: string,
): Promise<PolicyTarget | null> {
  if (kind === 'fleet') return fleetPolicy
  if (kind === 'silo') {
    const row = await db.selectFrom('silo').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
    return row ? siloPolicy(row) : null
  }
  const row = await db
    .selectFrom('project')
    .select(['id', 'name', 'silo_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? projectPolicy(row) : null
}

/** Deletes the policy of a deleted silo. The silo's log entry covers it. */
export const removePolicyOf = (context: Context, siloId: string): Promise<unknown> =>
  rawWriter(context).deleteFrom('role_assignment').where('resource_id', '=', siloId).execute()
