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
  const policies = await policiesAt<Role>(context, [resourceId])
  return policies.get(resourceId) ?? { roleAssignments: [] }
}

/** Returns the policies of several resources. Those without an assignment are left out. */
async function policiesAt<Role extends string>(
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
  if (JSON.stringify(before) !== JSON.stringify(after)) log(context, target, before, after)
  return after
}

const log = (context: Context, target: PolicyTarget, before: Policy<string>, after: Policy<string>): void =>
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
    if (wanted.length === present.size && wanted.every((each) => present.has(keyOf(each)))) return
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

/**
 * Removes every role of deleted users and groups, and logs the affected policies. It takes a few statements for hundreds of
 * policies, because an identity may be in those of all projects of a silo.
 */
export async function withdrawRoles(context: Context, identityIds: readonly string[]): Promise<void> {
  for (const ids of chunks(identityIds)) {
    const named = await context.db
      .selectFrom('role_assignment')
      .select(['resource_kind', 'resource_id'])
      .distinct()
      .where('identity_id', 'in', ids)
      .execute()
    const gone = new Set(ids)
    for (const some of chunks(named)) await logWithdrawal(context, some, gone)
    await rawWriter(context).deleteFrom('role_assignment').where('identity_id', 'in', ids).execute()
  }
}

type Named = Pick<RoleAssignmentRow, 'resource_kind' | 'resource_id'>

/** Logs policies as they will be without some identities. */
async function logWithdrawal(
  context: Context,
  named: readonly Named[],
  gone: ReadonlySet<string>,
): Promise<void> {
  const policies = await policiesAt(
    context,
    named.map(({ resource_id }) => resource_id),
  )
  for (const target of await targetsOf(context, named)) {
    const before = policies.get(target.id)!
    const roleAssignments = before.roleAssignments.filter(({ identityId }) => !gone.has(identityId))
    log(context, target, before, { roleAssignments })
  }
}

/** Returns the subjects of policies. Assignments of a deleted project stay for a while, but it has no policy any more. */
async function targetsOf({ db }: Context, named: readonly Named[]): Promise<PolicyTarget[]> {
  const idsOf = (kind: PolicyTarget['kind']): string[] =>
    named.filter(({ resource_kind }) => resource_kind === kind).map(({ resource_id }) => resource_id)
  const [silos, projects] = [idsOf('silo'), idsOf('project')]
  const siloRows =
    silos.length === 0
      ? []
      : await db.selectFrom('silo').select(['id', 'name']).where('id', 'in', silos).execute()
  const projectRows =
    projects.length === 0
      ? []
      : await db.selectFrom('project').select(['id', 'name', 'silo_id']).where('id', 'in', projects).execute()
  return [
    ...(idsOf('fleet').length > 0 ? [fleetPolicy] : []),
    ...siloRows.map(siloPolicy),
    ...projectRows.map(projectPolicy),
  ]
}

/** Deletes the policy of a deleted silo. The silo's log entry covers it. */
export const removePolicyOf = (context: Context, siloId: string): Promise<unknown> =>
  rawWriter(context).deleteFrom('role_assignment').where('resource_id', '=', siloId).execute()
