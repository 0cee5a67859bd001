import { sql } from 'kysely'
import { removeTokensOf } from '../kinds/access-token.ts'
import { unfinishedJobs } from '../kinds/bulk-job.ts'
import { unendedFetches } from '../kinds/image-fetch.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { inSilo, siloUser } from '../kinds/principal.ts'
import { endOwnWork, endWork } from './end-work.ts'

/**
 * Ends the sessions of a user, deletes their access tokens, and ends the work begun with them.
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
  await endWork(context, user, { kept })
}

/** Ends the caller's sessions but the one of the request, and the work begun with them. Access tokens stay. */
export async function endOtherSessions(context: Context): Promise<void> {
  const { userId, sessionId } = actorOf(context)
  const ended = await unlogged(context)
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId ?? '')
    .returning('id')
    .execute()
  for (const { id } of ended) await endOwnWork(context, id)
}

/**
 * Ends the sessions, access tokens and work of everyone who has signed in through a provider, also of users who came through
 * another one too: a session does not tell. Others stay untouched.
 */
export async function endAccessThrough(context: Context, providerId: string): Promise<void> {
  const { db } = context
  const userId = sql.ref<string>('silo_user.id')
  const users = await db
    .selectFrom('silo_user')
    .innerJoin('saml_provider_user', 'saml_provider_user.user_id', 'silo_user.id')
    .selectAll('silo_user')
    .where('provider_id', '=', providerId)
    .where((user) =>
      user.or([
        user('silo_user.id', 'in', db.selectFrom('session').select('user_id')),
        user('silo_user.id', 'in', db.selectFrom('access_token').select('user_id')),
        user.exists(unfinishedJobs(db).select('id').where('user_id', '=', userId)),
        user.exists(unendedFetches(db).select('id').where('user_id', '=', userId)),
      ]),
    )
    .execute()
  for (const user of users) {
    await endAccess(context, user)
    siloUser.touch(context, inSilo(user))
  }
}
