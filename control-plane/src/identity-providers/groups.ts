import { unlogged } from '../kit/unlogged.ts'
import type { SiloGroupRow, SiloRow } from '../database/schema.ts'
import { chunks } from '../kit/chunks.ts'
import { type Context, now } from '../kit/context.ts'
import { grantRole, siloPolicy } from '../kinds/policy.ts'
import { inSilo, siloGroup, siloScope } from '../kinds/principal.ts'
import { requireRoom } from '../kit/row-limit.ts'
import { joinGroups } from '../shared/people/join-groups.ts'

/**
 * Puts a user into the groups of these names and removes them from all others. Creates missing groups. Never deletes a
 * group, because it may have roles.
 * @throws ApiError 400 if there are too many groups, or the user would be in too many.
 */
export async function replaceMemberships(
  context: Context,
  silo: SiloRow,
  userId: string,
  names: readonly string[],
): Promise<void> {
  const wanted = await groupsOf(context, silo, [...new Set(names)])
  const current = await context.db
    .selectFrom('silo_group_member')
    .innerJoin('silo_group', 'silo_group.id', 'silo_group_member.group_id')
    .selectAll('silo_group')
    .where('silo_group_member.user_id', '=', userId)
    .execute()
  const [wantedIds, currentIds] = [idsOf(wanted), idsOf(current)]
  const left = current.filter(({ id }) => !wantedIds.has(id))
  const joined = wanted.filter(({ id }) => !currentIds.has(id))
  for (const some of chunks(left))
    await unlogged(context)
      .deleteFrom('silo_group_member')
      .where('user_id', '=', userId)
      .where('group_id', 'in', [...idsOf(some)])
      .execute()
  await joinGroups(
    context,
    joined.map(({ id }) => ({ group_id: id, user_id: userId })),
  )
  for (const group of [...left, ...joined]) siloGroup.touch(context, inSilo(group))
}

/** Returns the groups of these names and creates the missing ones. */
async function groupsOf(context: Context, silo: SiloRow, names: string[]): Promise<SiloGroupRow[]> {
  const found: SiloGroupRow[] = []
  for (const some of chunks(names))
    found.push(
      ...(await context.db
        .selectFrom('silo_group')
        .selectAll()
        .where('silo_id', '=', silo.id)
        .where('display_name', 'in', some)
        .execute()),
    )
  const known = new Set(found.map((group) => group.display_name))
  const time = now(context)
  const missing = names
    .filter((name) => !known.has(name))
    .map((display_name) => ({
      id: crypto.randomUUID() as string,
      silo_id: silo.id,
      display_name,
      time_created: time,
      time_modified: time,
    }))
  for (const group of missing) {
    await requireRoom(context, 'groups', silo.id)
    await siloGroup.create(context, siloScope(silo.id), group)
    // A silo names its admin group before the group exists.
    if (group.display_name === silo.admin_group_name)
      await grantRole(context, siloPolicy(silo), {
        identityId: group.id,
        identityType: 'silo_group',
        roleName: 'admin',
      })
  }
  return [...found, ...missing]
}

const idsOf = (groups: readonly { id: string }[]): Set<string> => new Set(groups.map(({ id }) => id))
