import { storedJson } from '../../kit/base/stored-json.ts'
import type { Context } from '../../kit/context/context.ts'
import type { Selector, Stored } from '../collection.ts'
import type { Narrow } from '../list/narrow.ts'
import { provisionerIn } from '../http/caller.ts'
import type { Resource } from '../schema/read.ts'
import { signInName } from '../../kinds/scim-user.ts'
import { link, selected, storedOf } from '../stored.ts'

const KEYS = {
  created: 'silo_user.time_created',
  id: 'silo_user.id',
  externalId: 'scim_user.external_id',
  name: 'silo_user.external_id',
  nameKey: signInName,
}

const usersOf = (context: Context) =>
  context.db
    .selectFrom('silo_user')
    .innerJoin('scim_user', 'scim_user.user_id', 'silo_user.id')
    .where('silo_user.silo_id', '=', provisionerIn(context).siloId)

/** Returns the ids of users of the silo in creation order. */
export async function userIds(context: Context, narrow: Narrow | null): Promise<string[]> {
  const rows = await selected(usersOf(context).select('silo_user.id'), { narrow }, KEYS).execute()
  return rows.map(({ id }) => id)
}

/** Loads the users of the silo in creation order. */
export async function loadUsers(context: Context, selector: Selector): Promise<Stored[]> {
  const users = usersOf(context).select([
    'silo_user.id',
    'silo_user.time_created',
    'silo_user.time_modified',
    'scim_user.active',
    'scim_user.user_name',
    'scim_user.external_id',
    'scim_user.attributes',
    'scim_user.revision',
  ])
  const rows = await selected(users, selector, KEYS).execute()
  return rows.map((row) =>
    storedOf(row, {
      userName: row.user_name,
      ...storedJson<Resource>(row.attributes),
      active: row.active === 1,
    }),
  )
}

/** Counts the groups of users. */
export async function countUserLinks(context: Context, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await context.db
    .selectFrom('silo_group_member')
    .select((row) => ['user_id as of', row.fn.countAll().as('count')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ of, count }) => [of, Number(count)]))
}

/** Loads the groups of users. */
export const linkUsers = (context: Context, users: readonly Stored[]): Promise<void> =>
  link(users, (ids) =>
    context.db
      .selectFrom('silo_group_member')
      .innerJoin('silo_group', 'silo_group.id', 'silo_group_member.group_id')
      .select(['silo_group_member.user_id as of', 'silo_group.id', 'silo_group.display_name as name'])
      .where('silo_group_member.user_id', 'in', ids)
      .orderBy('silo_group.display_name')
      .orderBy('silo_group.id')
      .execute(),
  )
