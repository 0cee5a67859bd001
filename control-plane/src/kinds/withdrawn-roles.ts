import { present } from '../kit/base/present.ts'
import { sql } from 'kysely'
import type { RoleAssignmentRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { rawWriter } from '../database/session.ts'
import { fleetPolicy, logPolicy, policiesAt, type PolicyTarget, projectPolicy, siloPolicy } from './policy.ts'

/** Policies from which one transaction removes an identity, because the server answers no other request until it ends. */
export const WITHDRAWN_AT_ONCE = 200

/**
 * Removes a portion of the roles of a deleted user or group, those on the fleet and on silos first, and logs the affected policies.
 * @returns whether there may be more.
 */
export async function withdrawSome(context: Context, identityId: string): Promise<boolean> {
  const named = await context.db
    .selectFrom('role_assignment')
    .select(['resource_kind', 'resource_id'])
    .where('identity_id', '=', identityId)
    .groupBy(['resource_kind', 'resource_id'])
    // "fleet", "silo" and "project", in this order.
    .orderBy(sql`resource_kind = 'project'`)
    .orderBy('resource_id')
    .limit(WITHDRAWN_AT_ONCE)
    .execute()
  if (named.length === 0) return false
  await logWithdrawal(context, named, identityId)
  await rawWriter(context)
    .deleteFrom('role_assignment')
    .where('identity_id', '=', identityId)
    .where(
      'resource_id',
      'in',
      named.map(({ resource_id }) => resource_id),
    )
    .execute()
  return named.length === WITHDRAWN_AT_ONCE
}

type Named = Pick<RoleAssignmentRow, 'resource_kind' | 'resource_id'>

/** Logs policies as they will be without an identity. */
async function logWithdrawal(context: Context, named: readonly Named[], gone: string): Promise<void> {
  const policies = await policiesAt(
    context,
    named.map(({ resource_id }) => resource_id),
  )
  for (const target of await targetsOf(context, named)) {
    const before = present(policies.get(target.id), 'the policy')
    const roleAssignments = before.roleAssignments.filter(({ identityId }) => identityId !== gone)
    logPolicy(context, target, before, { roleAssignments })
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
