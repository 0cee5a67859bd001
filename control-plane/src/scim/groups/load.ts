import type { Context } from '../../kit/context/context.ts'
import type { Selector, Stored } from '../collection.ts'
import type { Narrow } from '../list/narrow.ts'
import { provisionerIn } from '../http/caller.ts'
import { caseFold } from '../../kinds/scim-user.ts'
import { link, selected, storedOf } from '../stored.ts'

const KEYS = {
  created: 'silo_group.time_created',
  id: 'silo_group.id',
  externalId: 'scim_group.external_id',
  name: 'scim_group.name_key',
  nameKey: caseFold,
}

const groupsOf = (context: Context) =>
  context.db
    .selectFrom('silo_group')
    .innerJoin('scim_group', 'scim_group.group_id', 'silo_group.id')
    .where('silo_group.silo_id', '=', provisionerIn(context).siloId)

/** Returns the ids of groups of the silo in creation order. */
export async function groupIds(context: Context, narrow: Narrow | null): Promise<string[]> {
  const rows = await selected(groupsOf(context).select('silo_group.id'), { narrow }, KEYS).execute()
  return rows.map(({ id }) => id)
}

/** Loads the groups of the silo in creation order. */
export async function loadGroups(context: Context, selector: Selector): Promise<Stored[]> {
  const groups = groupsOf(context).select([
    'silo_group.id',
    'silo_group.time_created',
    'silo_group.time_modified',
    'silo_group.display_name',
    'scim_group.external_id',
    'scim_group.revision',
  ])
  const rows = await selected(groups, selector, KEYS).execute()
  return rows.map((row) => storedOf(row, { displayName: row.display_name }))
}

/** Counts the members of groups. */
export async function countGroupLinks(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await context.db
    .selectFrom('silo_group_member')
    .select((row) => ['group_id as of', row.fn.countAll().as('count')])
    .where('group_id', 'in', ids)
    .groupBy('group_id')
    .execute()
  return new Map(rows.map(({ of, count }) => [of, Number(count)]))
}

/** Loads the members of groups. */
export const linkGroups = (context: Context, groups: readonly Stored[]): Promise<void> =>
  link(groups, (ids) =>
    context.db
      .selectFrom('silo_group_member')
      .innerJoin('silo_user', 'silo_user.id', 'silo_group_member.user_id')
      .select(['silo_group_member.group_id as of', 'silo_user.id', 'silo_user.display_name as name'])
      .where('silo_group_member.group_id', 'in', ids)
      .orderBy('silo_user.display_name')
      .orderBy('silo_user.id')
      .execute(),
  )
