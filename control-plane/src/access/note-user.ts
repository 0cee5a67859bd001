import type { Context } from '../kit/context/context.ts'
import type { LoggedActor, LoggedCredential } from '../kit/log/security-entry.ts'

/** Notes for the security log who tries to sign in, and with what. A name that no user has is not noted: people type passwords there. */
export async function noteClaim(
  context: Context,
  userId: string | null,
  credential: LoggedCredential,
): Promise<void> {
  context.trail.credential = credential
  context.trail.actor = userId === null ? null : await loggedUserOf(context, userId)
}

/** Notes for the security log that a user is signed in. @param begun the session or token that begins. */
export async function noteSignIn(context: Context, userId: string, begun: LoggedCredential): Promise<void> {
  context.trail.actor = await loggedUserOf(context, userId)
  context.trail.begun = begun
}

async function loggedUserOf({ db }: Context, userId: string): Promise<LoggedActor | null> {
  const row = await db
    .selectFrom('silo_user')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select(['silo_user.display_name', 'silo_user.silo_id', 'silo.name'])
    .where('silo_user.id', '=', userId)
    .executeTakeFirst()
  return row
    ? { kind: 'user', id: userId, name: row.display_name, siloId: row.silo_id, siloName: row.name }
    : null
}
