import { chunks } from '../../kit/chunks.ts'
import type { Context } from '../../kit/context.ts'
import type { Link, Selector, Stored } from '../collection.ts'
import { provisionerIn } from '../http/caller.ts'
import { folded } from '../schema/attribute.ts'

/** The groups of the silo, in the order in which they were made. */
export async function loadGroups(context: Context, selector: Selector): Promise<Stored[]> {
  const { siloId } = provisionerIn(context)
  let query = context.db
    .selectFrom('silo_group')
    .innerJoin('scim_group', 'scim_group.group_id', 'silo_group.id')
    .select([
      'silo_group.id',
      'silo_group.time_created',
      'silo_group.time_modified',
      'silo_group.display_name',
      'scim_group.external_id',
      'scim_group.revision',
    ])
    .where('silo_group.silo_id', '=', siloId)
    .orderBy('silo_group.time_created')
    .orderBy('silo_group.id')
  if ('limit' in selector) query = query.limit(selector.limit).offset(selector.offset)
  else if (selector.narrow) {
    const { by, value } = selector.narrow
    if (by === 'id') query = query.where('silo_group.id', '=', value)
    else if (by === 'externalId') query = query.where('scim_group.external_id', '=', value)
    else query = query.where('scim_group.name_key', '=', folded(value))
  }
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    timeCreated: row.time_created,
    timeModified: row.time_modified,
    revision: row.revision,
    own: { displayName: row.display_name },
    links: null,
  }))
}

/** Finds the members of groups. */
export async function linkGroups(context: Context, groups: readonly Stored[]): Promise<void> {
  const members = new Map<string, Link[]>(groups.map(({ id }) => [id, []]))
  for (const ids of chunks([...members.keys()])) {
    const rows = await context.db
      .selectFrom('silo_group_member')
      .innerJoin('silo_user', 'silo_user.id', 'silo_group_member.user_id')
      .select(['silo_group_member.group_id', 'silo_user.id', 'silo_user.display_name'])
      .where('silo_group_member.group_id', 'in', ids)
      .orderBy('silo_user.display_name')
      .orderBy('silo_user.id')
      .execute()
    for (const row of rows) members.get(row.group_id)!.push({ id: row.id, name: row.display_name })
  }
  for (const group of groups) group.links = members.get(group.id)!
}
