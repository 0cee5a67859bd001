import type { SiloUserRow } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'
import { keepingAdmins } from '../policies/admins.ts'
import { noteUser } from './note.ts'

/**
 * Deletes a user with all that is only theirs: sessions, tokens, SSH keys, memberships, roles.
 * @throws ApiError 400 when nobody would be left who is admin of the silo or of the fleet.
 */
export async function deleteUser(context: Context, user: SiloUserRow): Promise<void> {
  await keepingAdmins(context, user.silo_id, async () => {
    await context.db.deleteFrom('role_assignment').where('identity_id', '=', user.id).execute()
    // What is only theirs refers to them and goes with them.
    await context.db.deleteFrom('silo_user').where('id', '=', user.id).execute()
  })
  noteUser(context, user, null)
}
