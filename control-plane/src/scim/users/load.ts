import type { Context } from '../../kit/context.ts'
import type { Link, Selector, Stored } from '../collection.ts'
import { provisionerIn } from '../http/caller.ts'
import type { Resource } from '../schema/read.ts'
import { signInName } from '../sign-in.ts'
import { chunks } from '../../kit/chunks.ts'

/** The users of the silo, in the order in which they were made. */
export async function loadUsers(context: Context, selector: Selector): Promise<Stored[]> {
  const { siloId } = provisionerIn(context)
  let query = context.db
    .selectFrom('silo_user')
    .innerJoin('scim_user', 'scim_user.user_id', 'silo_user.id')
    .select([
      'silo_user.id',
      'silo_user.time_created',
      'silo_user.time_modified',
      'silo_user.active',
      'scim_user.user_name',
      'scim_user.external_id',
      'scim_user.attributes',
      'scim_user.revision',
    ])
    .where('silo_user.silo_id', '=', siloId)
    .orderBy('silo_user.time_created')
    .orderBy('silo_user.id')
  if ('limit' in selector) query = query.limit(selector.limit).offset(selector.offset)
  else if (selector.narrow) {
    const { by, value } = selector.narrow
    if (by === 'id') query = query.where('silo_user.id', '=', value)
    else if (by === 'externalId') query = query.where('scim_user.external_id', '=', value)
    else query = query.where('silo_user.external_id', '=', signInName(value))
  }
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    timeCreated: row.time_created,
    timeModified: row.time_modified,
    revision: row.revision,
    own: {
      userName: row.user_name,
      ...(JSON.parse(row.attributes) as Resource),
      active: row.active === 1,
    },
    links: null,
  }))
}

/** Finds the groups that users are in. */
export async function linkUsers(context: Context, users: readonly Stored[]): Promise<void> {
  const groups = new Map<string, Link[]>(users.map(({ id }) => [id, []]))
  for (const ids of chunks([...groups.keys()])) {
    const rows = await context.db
      .selectFrom('silo_group_member')
      .innerJoin('silo_group', 'silo_group.id', 'silo_group_member.group_id')
      .select(['silo_group_member.user_id', 'silo_group.id', 'silo_group.display_name'])
      .where('silo_group_member.user_id', 'in', ids)
      .orderBy('silo_group.display_name')
      .orderBy('silo_group.id')
      .execute()
    for (const row of rows) groups.get(row.user_id)!.push({ id: row.id, name: row.display_name })
  }
  for (const user of users) user.links = groups.get(user.id)!
}
