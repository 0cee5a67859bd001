import { removeTokensOf } from '../../kinds/access-token.ts'
import type { Context } from '../../kit/context.ts'
import { unlogged } from '../../kit/unlogged.ts'

/**
 * Ends the sessions of a user and deletes their access tokens.
 * @param kept the session that stays, such as the caller's own.
 */
export async function endAccess(
  context: Context,
  user: { id: string; silo_id: string },
  kept: string | null = null,
): Promise<void> {
  await unlogged(context)
    .deleteFrom('session')
    .where('user_id', '=', user.id)
    .where('id', '!=', kept ?? '')
    .execute()
  await removeTokensOf(context, user)
}
