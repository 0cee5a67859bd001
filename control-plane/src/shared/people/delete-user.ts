import type { SiloGroupRow, SiloUserRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context/context.ts'
import { requireRemainingAdmins } from './admins.ts'
import { withdrawRolesOf } from './withdraw-roles.ts'
import { inSilo, siloGroup, siloUser } from '../../kinds/principal.ts'

/**
 * Deletes a user with their sessions, tokens, SSH keys, memberships and roles.
 * @param guarded the silo that must keep an admin; null if it may lose its last one.
 * @throws ApiError 400 when that silo or the fleet would have no admin left.
 */
export async function deleteUser(
  context: Context,
  user: SiloUserRow,
  guarded: string | null = user.silo_id,
): Promise<void> {
  await requireRemainingAdmins(context, guarded, async () => {
    await withdrawRolesOf(context, user)
    for (const group of await groupsOf(context, user.id)) siloGroup.touch(context, inSilo(group))
    // Sessions, tokens, keys and memberships have foreign keys to the user, so the database deletes them too.
    await siloUser.remove(context, inSilo(user))
  })
}

const groupsOf = ({ db }: Context, userId: string): Promise<SiloGroupRow[]> =>
  db
    .selectFrom('silo_group')
    .innerJoin('silo_group_member', 'silo_group_member.group_id', 'silo_group.id')
    .selectAll('silo_group')
    .where('silo_group_member.user_id', '=', userId)
    .execute()
