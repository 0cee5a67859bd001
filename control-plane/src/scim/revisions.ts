import { sql } from 'kysely'
import { unlogged } from '../kit/unlogged.ts'
import type { Context } from '../kit/context.ts'
import { isOneOf } from '../kit/fixed-query.ts'

/**
 * Increments the revision of users, because they show the names of their groups.
 * @returns how many of them are users of the silo.
 */
export async function touchUsers(
  { db, engine }: Context,
  siloId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await unlogged({ db })
    .updateTable('scim_user')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where(isOneOf(engine, 'user_id', ids))
    // As an expression: by an index of the silo, SQLite would read all of its users.
    .where(sql<boolean>`case when silo_id = ${siloId} then 1 end = 1`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Increments the revision of all members of a group. */
export async function touchMembersOf({ db }: Context, groupId: string): Promise<void> {
  await unlogged({ db })
    .updateTable('scim_user')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('user_id', 'in', (inner) =>
      inner.selectFrom('silo_group_member').select('user_id').where('group_id', '=', groupId),
    )
    .execute()
}

/** Increments the revision of every group of a user, because groups show the names of their members. */
export async function touchGroupsOf({ db }: Context, userId: string): Promise<void> {
  await unlogged({ db })
    .updateTable('scim_group')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('group_id', 'in', (inner) =>
      inner.selectFrom('silo_group_member').select('group_id').where('user_id', '=', userId),
    )
    .execute()
}
