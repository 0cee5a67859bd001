import { unlogged } from '../kit/unlogged.ts'
import { chunks } from '../kit/chunks.ts'
import type { Context } from '../kit/context.ts'

/** Increments the revision of users, because they show the names of their groups. */
export async function touchUsers({ db }: Context, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids))
    await unlogged({ db })
      .updateTable('scim_user')
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .where('user_id', 'in', some)
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
