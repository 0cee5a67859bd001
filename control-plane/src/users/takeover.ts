import { fleetRoleIncludes } from '@granary/domain/roles.ts'
import type { SiloUserRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { forbidden } from '../kit/errors.ts'
import { loadActor } from '../shared/sign-in/actor.ts'

/**
 * Keeps an admin of a silo from becoming an operator: setting a user's password means being able to sign in as that
 * user.
 * @throws ApiError 403 if the user has a stronger role on the fleet than the caller.
 */
export async function refuseTakeover(context: Context, user: SiloUserRow): Promise<void> {
  const target = await loadActor(context.db, user.id, null)
  const held = target?.grants.fleet ?? null
  if (!fleetRoleIncludes(actorOf(context).grants.fleet, held))
    throw forbidden(`only who has the role "${held}" on the fleet too may set the password of this user`)
}
