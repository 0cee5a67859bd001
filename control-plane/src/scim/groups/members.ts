import { sql } from 'kysely'
import { unlogged } from '../../kit/sql/unlogged.ts'
import { chunks } from '../../kit/base/chunks.ts'
import type { Context } from '../../kit/context/context.ts'
import { isOneOf } from '../../kit/sql/fixed-query.ts'
import { addMembers } from '../../shared/people/join-groups.ts'
import type { Link, LinkChange } from '../collection.ts'
import { provisionerIn } from '../http/caller.ts'
import { refused } from '../http/errors.ts'
import { touchUsers } from '../revisions.ts'
import type { Resource } from '../schema/read.ts'
import { partsIn } from '../schema/read-value.ts'

const unknownMember = () => refused('invalidValue', 'members has an id that no user of the silo has')

/**
 * Works out how the members of a group change, and checks the new ones: for thousands of members this takes as long as the writes.
 * Users of other silos look the same as unknown ids. No user changes its silo, so the transaction only has to notice deleted ones.
 * @throws ScimError 400 if one of them is not a user of the silo.
 */
export async function memberChange(
  context: Context,
  before: readonly Link[],
  resource: Resource,
): Promise<LinkChange> {
  const change = difference(before, resource)
  const { siloId } = provisionerIn(context)
  for (const some of chunks(change.joined)) {
    const { count } = await context.db
      .selectFrom('scim_user')
      .select((row) => row.fn.countAll().as('count'))
      .where(isOneOf(context.engine, 'user_id', some))
      // As an expression: by an index of the silo, SQLite would read all of its users.
      .where(sql<boolean>`case when silo_id = ${siloId} then 1 end = 1`)
      .executeTakeFirstOrThrow()
    if (Number(count) < some.length) throw unknownMember()
  }
  return change
}

/** Lists are in the order of the indexes, which takes a third of the time. */
function difference(before: readonly Link[], resource: Resource): LinkChange {
  const after = memberIdsOf(resource)
  const has = new Set(after)
  const had = new Set(before.map(({ id }) => id))
  const joined = after.filter((id) => !had.has(id)).toSorted()
  const left = [...had].filter((id) => !has.has(id)).toSorted()
  return { joined, left, kept: [...had].filter((id) => has.has(id)) }
}

/**
 * Returns the ids of the users that a group resource lists as members.
 * @throws ScimError 400 for a member that is not a user: groups cannot contain groups.
 */
function memberIdsOf({ members }: Resource): string[] {
  const list = partsIn(members)
  for (const { type = 'User', $ref } of list)
    if (String(type).toLowerCase() !== 'user' || /\/groups\//i.test(String($ref)))
      throw refused('invalidValue', 'members are users: a group is no member of a group')
  return [...new Set(list.map(({ value }) => String(value)))]
}

/**
 * Changes the members of a group.
 * @returns whether anything changed.
 * @throws ScimError 400 if one of the new ones has been deleted; ApiError 400 if one is in too many groups.
 */
export async function changeMembers(
  context: Context,
  groupId: string,
  { joined, left }: LinkChange,
): Promise<boolean> {
  if ((await touchUsers(context, joined)) < joined.length) throw unknownMember()
  await touchUsers(context, left)
  if (left.length > 0)
    await unlogged(context)
      .deleteFrom('silo_group_member')
      .where('group_id', '=', groupId)
      .where(isOneOf(context.engine, 'user_id', left))
      .execute()
  await addMembers(context, groupId, joined)
  return left.length + joined.length > 0
}
