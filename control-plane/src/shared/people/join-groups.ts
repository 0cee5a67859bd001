import { chunks } from '../../kit/chunks.ts'
import type { Context } from '../../kit/context.ts'
import { enforceLimit } from '../../kit/limit.ts'
import { unlogged } from '../../kit/unlogged.ts'

type Membership = { group_id: string; user_id: string }

/**
 * Makes users members of groups: the one place that does. All groups of a user are read to find their rights, so their number is
 * limited. Users who are in more groups since before the limit stay in them.
 * @throws ApiError 400 if a user would be in too many groups.
 */
export async function joinGroups(context: Context, memberships: readonly Membership[]): Promise<void> {
  for (const some of chunks(memberships)) {
    await unlogged(context).insertInto('silo_group_member').values(some).execute()
    const { count } = await context.db
      .selectFrom('silo_group_member')
      .select((member) => member.fn.countAll().as('count'))
      .where('user_id', 'in', [...new Set(some.map(({ user_id }) => user_id))])
      .groupBy('user_id')
      .orderBy('count', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    // The new memberships are among those that are counted.
    enforceLimit('memberships', Number(count) - 1)
  }
}
