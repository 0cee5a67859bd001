import { sql } from 'kysely'
import type { Context } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import { pruneQuery } from '../kit/sql/prune.ts'
import { rawWriter } from '../database/session.ts'
import { removePolicyOf } from './policy.ts'
import { withdrawSome } from './withdrawn-roles.ts'

/** Users or groups that one transaction deletes, because the server answers no other request until it ends. */
export const PEOPLE_AT_ONCE = 100
/** Memberships that one transaction deletes before its users and groups: each may have thousands. */
const MEMBERSHIPS_AT_ONCE = 1_000

/**
 * Takes away everything by which the people of a silo could act, or others could become one of them: their roles on the silo and on the
 * fleet, its identity providers and its SCIM tokens. It costs the same for any number of people.
 */
export async function closeSilo(context: Context, siloId: string): Promise<void> {
  await removePolicyOf(context, siloId)
  for (const id of await identitiesWithFleetRoles(context, siloId)) await withdrawSome(context, id)
  const writer = rawWriter(context)
  // To delete a provider would delete the links to all of its users.
  await writer.updateTable('saml_provider').set({ enabled: 0 }).where('silo_id', '=', siloId).execute()
  await writer.deleteFrom('scim_token').where('silo_id', '=', siloId).execute()
}

async function identitiesWithFleetRoles({ db }: Context, siloId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('role_assignment')
    .leftJoin('silo_user', 'silo_user.id', 'role_assignment.identity_id')
    .leftJoin('silo_group', 'silo_group.id', 'role_assignment.identity_id')
    .select('role_assignment.identity_id')
    .where('role_assignment.resource_id', '=', 'fleet')
    .where((row) => row.or([row('silo_user.silo_id', '=', siloId), row('silo_group.silo_id', '=', siloId)]))
    .execute()
  return rows.map(({ identity_id: id }) => id)
}

/**
 * Deletes a portion of the users of a silo that is being deleted, and then of its groups, with their roles. The log entry of the silo
 * covers them.
 * @returns whether there may be more.
 */
export async function deleteSomePeople(context: Context, siloId: string): Promise<boolean> {
  for (const [table, member] of [
    ['silo_user', 'user_id'],
    ['silo_group', 'group_id'],
  ] as const) {
    const ids = await firstOf(context, table, siloId)
    if (ids.length === 0) continue
    if ((await withdrawRolesOfSome(context, ids)) || (await deleteMemberships(context, member, ids)))
      return true
    await rawWriter(context).deleteFrom(table).where('id', 'in', ids).execute()
    if (ids.length === PEOPLE_AT_ONCE) return true
  }
  return false
}

async function firstOf(
  { db }: Context,
  table: 'silo_user' | 'silo_group',
  siloId: string,
): Promise<string[]> {
  const rows = db.selectFrom(table).select('id').where('silo_id', '=', siloId).orderBy('id')
  return (await rows.limit(PEOPLE_AT_ONCE).execute()).map(({ id }) => id)
}

/** Withdraws roles of some users or groups, one of which may be in 10,000 policies. @returns whether there may be more. */
async function withdrawRolesOfSome(context: Context, ids: readonly string[]): Promise<boolean> {
  const named = await context.db
    .selectFrom('role_assignment')
    .select('identity_id')
    .distinct()
    .where(isOneOf(context.engine, 'identity_id', ids))
    .execute()
  for (const { identity_id: id } of named) if (await withdrawSome(context, id)) return true
  return false
}

/** @returns whether there may be more. */
async function deleteMemberships(
  context: Context,
  column: 'user_id' | 'group_id',
  ids: readonly string[],
): Promise<boolean> {
  const where = sql<boolean>`${sql.ref(column)} in (${sql.join(ids)})`
  const some = pruneQuery(context, { table: 'silo_group_member', where }, MEMBERSHIPS_AT_ONCE)
  const { numAffectedRows } = await some.execute(rawWriter(context))
  return Number(numAffectedRows ?? 0) === MEMBERSHIPS_AT_ONCE
}
