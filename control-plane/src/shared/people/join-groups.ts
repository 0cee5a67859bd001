import { LIMITS } from '@granary/domain/limits.ts'
import type { Context } from '../../kit/context.ts'
import { isOneOf } from '../../kit/fixed-query.ts'
import { insertAllUnlogged } from '../../kit/insert-unlogged.ts'
import { enforceLimit } from '../../kit/limit.ts'

type Membership = { group_id: string; user_id: string }

/**
 * Makes users members of groups of one silo: the one place that does. All groups of a user are read to find their rights, so their
 * number is limited. Users who are in more groups since before the limit stay in them.
 * @throws ApiError 400 if a user would be in too many groups.
 */
export async function joinGroups(context: Context, memberships: readonly Membership[]): Promise<void> {
  const [first] = memberships
  if (!first) return
  await insertAllUnlogged(context, 'silo_group_member', memberships)
  // To count the groups of 9,000 users takes as long as to make them members.
  if (!(await mayExceed(context, first.group_id))) return
  const users = [...new Set(memberships.map(({ user_id }) => user_id))]
  const { count } = await context.db
    .selectFrom('silo_group_member')
    .select((member) => member.fn.countAll().as('count'))
    .where(isOneOf(context.engine, 'user_id', users))
    .groupBy('user_id')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  // The new memberships are among those that are counted.
  enforceLimit('memberships', Number(count) - 1)
}

/** Whether the silo of a group has more groups than a user may be in. */
async function mayExceed({ db }: Context, groupId: string): Promise<boolean> {
  const siloId = db.selectFrom('silo_group').select('silo_id').where('id', '=', groupId)
  const beyond = await db
    .selectFrom('silo_group')
    .select('id')
    .where('silo_id', '=', siloId)
    .orderBy('id')
    .offset(LIMITS.memberships.max)
    .limit(1)
    .executeTakeFirst()
  return beyond !== undefined
}
