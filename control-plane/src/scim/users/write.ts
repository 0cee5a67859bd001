import { unlogged } from '../../kit/sql/unlogged.ts'
import type { Flag, SiloUserRow } from '../../database/schema.ts'
import { isUniqueViolation } from '../../database/violations.ts'
import { type Context, now } from '../../kit/context/context.ts'
import { requireRemainingAdmins } from '../../shared/people/admins.ts'
import { deleteUser } from '../../shared/people/delete-user.ts'
import { endAccess } from '../../access/end-access.ts'
import { requirePowerOverUser } from '../../kinds/fleet-power.ts'
import { inSilo, siloScope, siloUser } from '../../kinds/principal.ts'
import type { Stored } from '../collection.ts'
import { provisionerIn } from '../http/caller.ts'
import { taken } from '../http/errors.ts'
import { touchGroupsOf } from '../revisions.ts'
import type { Resource } from '../schema/read.ts'
import { columnsOfUser, type UserColumns } from './columns.ts'
import { requireRoom } from '../../kit/resources/row-limit.ts'

/** Creates a user in the silo. @returns the id. @throws ScimError 409 if the userName is taken. */
export async function createUser(context: Context, resource: Resource): Promise<string> {
  const { siloId } = provisionerIn(context)
  await requireRoom(context, 'users', siloId)
  const columns = columnsOfUser(resource)
  const time = now(context)
  const row: SiloUserRow = {
    id: crypto.randomUUID(),
    silo_id: siloId,
    external_id: columns.signInName,
    display_name: columns.displayName,
    password_hash: null,
    active: flagOf(columns.active !== false),
    disabled: 0,
    time_created: time,
    time_modified: time,
  }
  await withUniqueName(context, () => siloUser.create(context, siloScope(siloId), row))
  await unlogged(context)
    .insertInto('scim_user')
    .values({ user_id: row.id, silo_id: siloId, revision: 1, ...ownColumns(columns) })
    .execute()
  return row.id
}

/**
 * Replaces the state of a user. A deactivated user loses all sessions and tokens. A resource without `active` leaves it
 * unchanged.
 * @throws ScimError 409 if the userName is taken; ApiError 400 if the fleet would lose its last admin, 403 for a user
 * with a stronger fleet role than the token's.
 */
export async function replaceUser(context: Context, stored: Stored, resource: Resource): Promise<void> {
  const active = (resource.active ?? stored.own.active) === true
  const columns = columnsOfUser({ ...resource, active })
  const old = columnsOfUser(asResource(stored))
  if (JSON.stringify(columns) === JSON.stringify(old)) return
  const before = await rowOf(context, stored.id)
  await requirePowerOverUser(context, before)
  const change = {
    external_id: columns.signInName,
    display_name: columns.displayName,
    active: flagOf(active && before.disabled === 0),
    time_modified: now(context),
  }
  const write = () =>
    withUniqueName(context, () => siloUser.updateWithDependents(context, inSilo(before), change))
  if (active) await write()
  else {
    await requireRemainingAdmins(context, null, write)
    await endAccess(context, before)
  }
  await unlogged(context)
    .updateTable('scim_user')
    .set((row) => ({ ...ownColumns(columns), revision: row('revision', '+', 1) }))
    .where('user_id', '=', stored.id)
    .execute()
  if (before.display_name !== change.display_name) await touchGroupsOf(context, stored.id)
}

/**
 * Deletes a user with their sessions, tokens, keys, memberships and roles.
 * @throws ApiError 400 if the fleet would lose its last admin, 403 for a user with a stronger fleet role than the
 * token's.
 */
export async function deleteScimUser(context: Context, { id }: Stored): Promise<void> {
  const row = await rowOf(context, id)
  await requirePowerOverUser(context, row)
  await touchGroupsOf(context, id)
  // The identity provider may delete the last admin of its silo: an admin of the fleet can name another one. For the
  // last admin of the fleet, nobody could.
  await deleteUser(context, row, null)
}

const rowOf = ({ db }: Context, id: string): Promise<SiloUserRow> =>
  db.selectFrom('silo_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const flagOf = (value: boolean): Flag => (value ? 1 : 0)

const ownColumns = ({ userName, externalId, attributes, active }: UserColumns) => ({
  active: flagOf(active !== false),
  user_name: userName,
  external_id: externalId,
  attributes,
})

const asResource = ({ own, externalId }: Stored): Resource => ({
  ...own,
  ...(externalId === null ? {} : { externalId }),
})

async function withUniqueName(context: Context, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw isUniqueViolation(error, context.engine, 'external_id')
      ? taken('another user of the silo has this userName')
      : error
  }
}
