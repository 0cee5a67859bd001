import type { RoleAssignment } from '@granary/domain/policies.ts'
import type { RoleAssignmentRow } from '../database/schema.ts'
import { record } from '../kit/resources/changes.ts'
import { rawWriter } from '../database/session.ts'
import type { Context } from '../kit/context/context.ts'

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
  const policies = await policiesAt<Role>(context, [resourceId])
  return policies.get(resourceId) ?? { roleAssignments: [] }
}

/** Returns the policies of several resources. Those without an assignment are left out. */
export async function policiesAt<Role extends string>(
  context: Context,
  resourceIds: readonly string[],
): Promise<Map<string, Policy<Role>>> {
  const rows = await context.db
    .selectFrom('role_assignment')
    .selectAll()
    .where('resource_id', 'in', resourceIds)
    .orderBy('role')
    .orderBy('identity_id')
    .execute()
  const policies = new Map<string, Policy<Role>>()
  for (const row of rows) {
    const policy = policies.get(row.resource_id) ?? { roleAssignments: [] }
    policies.set(row.resource_id, policy)
    policy.roleAssignments.push({
      identityId: row.identity_id,
      identityType: row.identity_kind,
      roleName: row.role as Role,
    })
  }
  return policies
}

/** Runs a write to the assignments of a policy, and logs the policy if that changed it. */
async function logging<Role extends string>(
  context: Context,
  target: PolicyTarget,
  write: (before: Policy<Role>) => Promise<unknown>,
): Promise<Policy<Role>> {
  const before = await policyAt<Role>(context, target.id)
  await write(before)
  const after = await policyAt<Role>(context, target.id)
  if (JSON.stringify(before) !== JSON.stringify(after)) logPolicy(context, target, before, after)
  return after
}

/** Logs a change of a policy. Call it only from code that writes the assignments. */
export const logPolicy = (
  context: Context,
  target: PolicyTarget,
  before: Policy<string>,
  after: Policy<string>,
): void =>
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

/** Replaces the assignments of a policy, unless they stay: a write makes the server read every caller's roles again. */
export const replaceAssignments = <Role extends string>(
  context: Context,
  target: PolicyTarget,
  wanted: readonly RoleAssignment<Role>[],
): Promise<Policy<Role>> =>
  logging(context, target, async (before) => {
    const keyOf = (each: RoleAssignment<string>) => `${each.identityType} ${each.identityId} ${each.roleName}`
    const present = new Set(before.roleAssignments.map(keyOf))
    const added = wanted.filter((each) => !present.has(keyOf(each)))
    if (added.length === 0 && wanted.length === present.size) return
    // Only the withdrawal of roles goes on beyond the budget of the logs.
    if (added.length > 0) context.goesOn = false
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

/** Deletes the policy of a deleted silo. The silo's log entry covers it. */
export const removePolicyOf = (context: Context, siloId: string): Promise<unknown> =>
  rawWriter(context).deleteFrom('role_assignment').where('resource_id', '=', siloId).execute()
