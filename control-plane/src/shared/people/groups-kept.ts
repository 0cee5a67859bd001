import type { Context } from '../../kit/context/context.ts'
import { unlogged } from '../../kit/sql/unlogged.ts'

/** A sign-in of a user through an identity provider. */
type SignIn = { providerId: string; userId: string; timeGroupsKept: string | null }

/** Notes that a user has signed in through a provider, and whether the present groups were kept because it sent none. */
export async function noteProviderUser(
  context: Context,
  { providerId, userId, timeGroupsKept }: SignIn,
): Promise<void> {
  await unlogged(context)
    .updateTable('saml_provider_user')
    .set({ time_groups_kept: null })
    .where('user_id', '=', userId)
    .where('provider_id', '<>', providerId)
    .where('time_groups_kept', 'is not', null)
    .execute()
  await unlogged(context)
    .insertInto('saml_provider_user')
    .values({ provider_id: providerId, user_id: userId, time_groups_kept: timeGroupsKept })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'user_id']).doUpdateSet({ time_groups_kept: timeGroupsKept }),
    )
    .execute()
}

/** Returns when a user last signed in without groups from the identity provider, and kept the present ones; else null. */
export async function timeGroupsKept({ db }: Pick<Context, 'db'>, userId: string): Promise<string | null> {
  const kept = await db
    .selectFrom('saml_provider_user')
    .select('time_groups_kept')
    .where('user_id', '=', userId)
    .where('time_groups_kept', 'is not', null)
    .executeTakeFirst()
  return kept?.time_groups_kept ?? null
}
