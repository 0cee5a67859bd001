import { unlogged } from '../../kit/sql/unlogged.ts'
import type { SiloGroupRow } from '../../database/schema.ts'
import { isUniqueViolation } from '../../database/violations.ts'
import { type Context, now } from '../../kit/context/context.ts'
import { requireRemainingAdmins } from '../../shared/people/admins.ts'
import { withdrawRolesOf } from '../../shared/people/withdraw-roles.ts'
import { requirePowerOverGroup } from '../../kinds/fleet-power.ts'
import { inSilo, siloGroup, siloScope } from '../../kinds/principal.ts'
import type { LinkChange, Stored } from '../collection.ts'
import { provisionerIn } from '../http/caller.ts'
import { taken } from '../http/errors.ts'
import { touchMembersOf, touchUsers } from '../revisions.ts'
import { caseFold } from '../../kinds/scim-user.ts'
import type { Resource } from '../schema/read.ts'
import { followAdminGroup } from './admin-group.ts'
import { changeMembers } from './members.ts'
import { requireRoom } from '../../kit/resources/row-limit.ts'

/** Returns the attributes of a group that have columns of their own. */
const columnsOf = ({ displayName, externalId }: Resource) => ({
  displayName: String(displayName),
  externalId: typeof externalId === 'string' ? externalId : null,
})

/**
 * Creates a group in the silo.
 * @returns the id.
 * @throws ScimError 409 if the name is taken, 400 for an invalid member.
 */
export async function createGroup(
  context: Context,
  resource: Resource,
  members: LinkChange,
): Promise<string> {
  const { siloId } = provisionerIn(context)
  const { displayName, externalId } = columnsOf(resource)
  await requireRoom(context, 'groups', siloId)
  const time = now(context)
  const row: SiloGroupRow = {
    id: crypto.randomUUID(),
    silo_id: siloId,
    display_name: displayName,
    time_created: time,
    time_modified: time,
  }
  await withUniqueName(context, async () => {
    await siloGroup.create(context, siloScope(siloId), row)
    await unlogged(context)
      .insertInto('scim_group')
      .values({
        group_id: row.id,
        silo_id: siloId,
        name_key: caseFold(displayName),
        external_id: externalId ?? null,
        revision: 1,
      })
      .execute()
  })
  await changeMembers(context, row.id, members)
  await followAdminGroup(context, row.id, { before: null, after: displayName })
  return row.id
}

/**
 * Replaces the state of a group.
 * @throws ScimError 409 if the name is taken, 400 for an invalid member; ApiError 400 if the fleet would lose its last
 * admin, 403 for a group with a stronger fleet role than the token's.
 */
export async function replaceGroup(
  context: Context,
  stored: Stored,
  resource: Resource,
  members: LinkChange,
): Promise<void> {
  const { displayName, externalId } = columnsOf(resource)
  const before = await rowOf(context, stored.id)
  await requirePowerOverGroup(context, before)
  const renamed = before.display_name !== displayName
  const changed = await requireRemainingAdmins(context, null, async () => {
    const moved = await changeMembers(context, stored.id, members)
    if (!moved && !renamed && externalId === stored.externalId) return false
    await withUniqueName(context, () => write(context, before, displayName, externalId))
    await followAdminGroup(context, stored.id, { before: before.display_name, after: displayName })
    return true
  })
  if (!changed) return
  if (renamed) await touchUsers(context, members.kept)
}

/**
 * Deletes a group with its roles but not its members.
 * @throws ApiError 400 if the fleet would lose its last admin, 403 for a group with a stronger fleet role than the token's.
 */
export async function deleteGroup(context: Context, { id }: Stored): Promise<void> {
  const row = await rowOf(context, id)
  await requirePowerOverGroup(context, row)
  await touchMembersOf(context, id)
  // As with users, the provider decides about its silo, but nobody could repair a fleet without an admin.
  await requireRemainingAdmins(context, null, async () => {
    await withdrawRolesOf(context, row)
    await siloGroup.remove(context, inSilo(row))
  })
}

async function write(
  context: Context,
  before: SiloGroupRow,
  display_name: string,
  externalId: string | null,
): Promise<void> {
  const values = { display_name, time_modified: now(context) }
  await siloGroup.updateWithDependents(context, inSilo(before), values)
  await unlogged(context)
    .updateTable('scim_group')
    .set((row) => ({
      name_key: caseFold(display_name),
      external_id: externalId,
      revision: row('revision', '+', 1),
    }))
    .where('group_id', '=', before.id)
    .execute()
}

const rowOf = ({ db }: Context, id: string): Promise<SiloGroupRow> =>
  db.selectFrom('silo_group').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const nameTaken = () => taken('another group of the silo has this displayName')

/** @throws ScimError 409 if a group of the silo has the name of a new one. */
export async function requireFreeName(context: Context, resource: Resource): Promise<void> {
  const { displayName } = columnsOf(resource)
  const group = await context.db
    .selectFrom('silo_group')
    .leftJoin('scim_group', 'scim_group.group_id', 'silo_group.id')
    .select('silo_group.id')
    .where('silo_group.silo_id', '=', provisionerIn(context).siloId)
    .where((row) =>
      row.or([row('display_name', '=', displayName), row('name_key', '=', caseFold(displayName))]),
    )
    .executeTakeFirst()
  if (group) throw nameTaken()
}

async function withUniqueName(context: Context, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const violated = ['display_name', 'name_key'].some((column) =>
      isUniqueViolation(error, context.engine, column),
    )
    throw violated ? nameTaken() : error
  }
}
