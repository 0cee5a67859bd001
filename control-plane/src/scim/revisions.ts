import { unlogged } from '../kit/unlogged.ts'
import { chunks } from '../kit/chunks.ts'
import type { Context } from '../kit/context.ts'

/** A user shows the names of groups, a group those of users: what one shows of the other has changed. */
export async function touchUsers({ db }: Context, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids))
    await unlogged({ db })
      .updateTable('scim_user')
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .where('user_id', 'in', some)
      .execute()
}

/** The same for every group that a user is in. */
export async function touchGroupsOf({ db }: Context, userId: string): Promise<void> {
  await unlogged({ db })
    .updateTable('scim_group')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('group_id', 'in', (inner) =>
      inner.selectFrom('silo_group_member').select('group_id').where('user_id', '=', userId),
    )
    .execute()
}
