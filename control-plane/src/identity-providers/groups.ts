import { unlogged } from '../kit/sql/unlogged.ts'
import type { SiloGroupRow, SiloRow } from '../database/schema.ts'
import { chunks } from '../kit/base/chunks.ts'
import { type Context, now } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import { enforceLimit } from '../kit/base/limit.ts'
import { grantRole, siloPolicy } from '../kinds/policy.ts'
import { inSilo, siloGroup, siloScope } from '../kinds/principal.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { joinGroups } from '../shared/people/join-groups.ts'

/** Memberships that one transaction changes: an answer may name 1,000 groups, and no other request is answered until the transaction ends. */
export const MEMBERSHIPS_AT_ONCE = 50

/**
 * Takes a user out of all groups but those of these names, and then puts them into these: a portion of that. Creates missing groups.
 * Never deletes a group, because it may have roles.
 * @returns how many memberships are left to change by further calls.
 * @throws ApiError 400 if there are too many groups, or the user would be in too many; no portion has begun then.
 */
export async function replaceMemberships(
  context: Context,
  silo: SiloRow,
  userId: string,
  names: readonly string[],
): Promise<number> {
  const wanted = new Set(names)
  const known = await groupsNamed(context, silo.id, [...wanted])
  const current = new Set(await groupIdsOf(context, userId))
  const knownNames = new Set(known.map((group) => group.display_name))
  const knownIds = new Set(known.map(({ id }) => id))
  const left = [...current].filter((id) => !knownIds.has(id))
  const joined = known.filter(({ id }) => !current.has(id)).map(({ id }) => id)
  const missing = [...wanted].filter((name) => !knownNames.has(name))
  if (joined.length + missing.length > 0) enforceLimit('memberships', wanted.size - 1)
  if (missing.length > 0) await requireRoom(context, 'groups', silo.id, missing.length)
  let room = MEMBERSHIPS_AT_ONCE
  const some = <Item>(items: readonly Item[]): Item[] => {
    const taken = items.slice(0, room)
    room -= taken.length
    return taken
  }
  await leave(context, userId, some(left))
  await join(context, userId, await groupsWith(context, some(joined)))
  await join(context, userId, await createGroups(context, silo, some(missing)))
  return Math.max(0, left.length + joined.length + missing.length - MEMBERSHIPS_AT_ONCE)
}

async function leave(context: Context, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await unlogged(context)
    .deleteFrom('silo_group_member')
    .where('user_id', '=', userId)
    .where('group_id', 'in', ids)
    .execute()
  for (const group of await groupsWith(context, ids)) siloGroup.touch(context, inSilo(group))
}

async function join(context: Context, userId: string, groups: readonly SiloGroupRow[]): Promise<void> {
  await joinGroups(
    context,
    userId,
    groups.map(({ id }) => id),
  )
  for (const group of groups) siloGroup.touch(context, inSilo(group))
}

async function groupsNamed(context: Context, siloId: string, names: readonly string[]) {
  const found: Pick<SiloGroupRow, 'id' | 'display_name'>[] = []
  for (const some of chunks(names))
    found.push(
      ...(await context.db
        .selectFrom('silo_group')
        .select(['id', 'display_name'])
        .where('silo_id', '=', siloId)
        .where(isOneOf(context.engine, 'display_name', some))
        .execute()),
    )
  return found
}

const groupsWith = ({ db }: Context, ids: readonly string[]): Promise<SiloGroupRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('silo_group').selectAll().where('id', 'in', ids).execute()

async function groupIdsOf({ db }: Context, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('silo_group_member')
    .select('group_id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ group_id: id }) => id)
}

async function createGroups(
  context: Context,
  silo: SiloRow,
  names: readonly string[],
): Promise<SiloGroupRow[]> {
  const time = now(context)
  const groups = names.map((display_name): SiloGroupRow => ({
    id: crypto.randomUUID(),
    silo_id: silo.id,
    display_name,
    time_created: time,
    time_modified: time,
  }))
  for (const group of groups) {
    await siloGroup.create(context, siloScope(silo.id), group)
    // A silo names its admin group before the group exists.
    if (group.display_name === silo.admin_group_name)
      await grantRole(context, siloPolicy(silo), {
        identityId: group.id,
        identityType: 'silo_group',
        roleName: 'admin',
      })
  }
  return groups
}
