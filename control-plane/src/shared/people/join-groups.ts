import { present } from '../../kit/base/present.ts'
import { LIMITS } from '@granary/domain/limits.ts'
import { sql } from 'kysely'
import type { Context } from '../../kit/context/context.ts'
import { isOneOf, listed } from '../../kit/sql/fixed-query.ts'
import { insertAllUnlogged } from '../../kit/sql/insert-unlogged.ts'
import { enforceLimit } from '../../kit/base/limit.ts'
import { unlogged } from '../../kit/sql/unlogged.ts'

/**
 * Makes a user a member of groups of one silo. All groups of a user are read to find their rights, so their number is limited. Users who
 * are in more groups since before the limit stay in them.
 * @throws ApiError 400 if the user would be in too many groups.
 */
export async function joinGroups(
  context: Context,
  userId: string,
  groupIds: readonly string[],
): Promise<void> {
  if (groupIds.length === 0) return
  const memberships = groupIds.map((group_id) => ({ group_id, user_id: userId }))
  await insertAllUnlogged(context, 'silo_group_member', memberships)
  await enforceMemberships(context, present(groupIds[0], 'the group'), [userId])
}

/** Makes users members of a group. @throws ApiError 400 if a user would be in too many groups. */
export async function addMembers(
  context: Context,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await unlogged(context)
    .insertInto('silo_group_member')
    .columns(['group_id', 'user_id'])
    .expression(
      context.db
        .selectFrom(listed(context.engine, userIds))
        .select([sql<string>`cast(${groupId} as text)`.as('group_id'), 'value as user_id']),
    )
    .execute()
  await enforceMemberships(context, groupId, userIds)
}

async function enforceMemberships(
  context: Context,
  groupId: string,
  users: readonly string[],
): Promise<void> {
  // To count the groups of 9,000 users takes as long as to make them members.
  if (!(await mayExceed(context, groupId))) return
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
