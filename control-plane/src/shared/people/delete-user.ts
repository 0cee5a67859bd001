import type { SiloUserRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context.ts'
import { keepingAdmins } from './admins.ts'
import { noteUser } from '../../kinds/principal.ts'

/**
 * Deletes a user with all that is only theirs: sessions, tokens, SSH keys, memberships, roles.
 * @param guarded the silo that has to keep an admin; null where it need not.
 * @throws ApiError 400 when nobody would be left who is admin of that silo or of the fleet.
 */
export async function deleteUser(
  context: Context,
  user: SiloUserRow,
  guarded: string | null = user.silo_id,
): Promise<void> {
  await keepingAdmins(context, guarded, async () => {
    await context.db.deleteFrom('role_assignment').where('identity_id', '=', user.id).execute()
    // What is only theirs refers to them and goes with them.
    await context.db.deleteFrom('silo_user').where('id', '=', user.id).execute()
  })
  noteUser(context, user, null)
}
