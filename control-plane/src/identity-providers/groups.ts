import { unlogged } from '../kit/unlogged.ts'
import type { SiloGroupRow, SiloRow } from '../database/schema.ts'
import { chunks } from '../kit/chunks.ts'
import { type Context, now } from '../kit/context.ts'
import { noteGroup } from '../kinds/principal.ts'

/**
 * Puts a user into the groups of these names and out of all others. Groups are made as they are needed and never deleted:
 * they may have roles.
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
  for (const some of chunks(joined))
    await unlogged(context)
      .insertInto('silo_group_member')
      .values(some.map(({ id }) => ({ group_id: id, user_id: userId })))
      .execute()
  for (const group of [...left, ...joined]) noteGroup(context, group, group)
}

/** The groups of these names, with those that were missing. */
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
  for (const some of chunks(missing)) await context.db.insertInto('silo_group').values(some).execute()
  for (const group of missing) {
    noteGroup(context, null, group)
    if (group.display_name === silo.admin_group_name) await makeAdministrators(context, silo, group)
  }
  return [...found, ...missing]
}

/** The silo names the group whose members look after it; it may come into being by a sign-in only. */
async function makeAdministrators(context: Context, silo: SiloRow, group: SiloGroupRow): Promise<void> {
  await context.db
    .insertInto('role_assignment')
    .values({
      resource_id: silo.id,
      resource_kind: 'silo',
      identity_kind: 'silo_group',
      identity_id: group.id,
      role: 'admin',
    })
    .execute()
}

const idsOf = (groups: readonly { id: string }[]): Set<string> => new Set(groups.map(({ id }) => id))
