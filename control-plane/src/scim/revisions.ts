import { unlogged } from '../kit/sql/unlogged.ts'
import type { Context } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'

/**
 * Increments the revision of users, because they show the names of their groups.
 * @param ids of users of one silo.
 * @returns how many of them still exist.
 */
export async function touchUsers({ db, engine }: Context, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await unlogged({ db })
    .updateTable('scim_user')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where(isOneOf(engine, 'user_id', ids))
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
