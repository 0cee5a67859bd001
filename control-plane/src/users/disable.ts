import type { SiloUserRow } from '../database/schema.ts'
import { type Context, now } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { inSilo, siloUser } from '../kinds/principal.ts'
import { requireRemainingAdmins } from '../shared/people/admins.ts'
import { endAccess } from '../access/end-access.ts'

/**
 * Disables a user of any silo: they can't sign in, and their sessions and access tokens end. Their identity provider
 * can't undo it.
 * @throws ApiError 400 for the caller, and for the last admin of the silo or the fleet.
 */
export async function disableUser(context: Context, user: SiloUserRow): Promise<SiloUserRow> {
  if (user.id === context.actor?.userId) throw invalidRequest("you can't disable yourself")
  if (user.disabled) return user
  const disabled = await requireRemainingAdmins(context, user.silo_id, () =>
    siloUser.update(context, inSilo(user), { disabled: 1, active: 0, time_modified: now(context) }),
  )
  await endAccess(context, user)
  return disabled
}

/** Lets a disabled user sign in again, unless their identity provider has deactivated them. */
export async function enableUser(context: Context, user: SiloUserRow): Promise<SiloUserRow> {
  if (!user.disabled) return user
  // A sign-in that was in progress while the user was disabled may have left a session.
  await endAccess(context, user)
  const provisioned = await context.db
    .selectFrom('scim_user')
    .select('active')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return siloUser.update(context, inSilo(user), {
    disabled: 0,
    active: provisioned?.active ?? 1,
    time_modified: now(context),
  })
}
