import { LIMITS } from '@granary/domain/limits.ts'
import { clientName } from '@granary/domain/user-agents.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import { type Context, now } from '../kit/context/context.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { sessionCookies, sessionTokenOf } from './cookie.ts'
import { noteSignIn } from './note-user.ts'
import { hashToken, newToken } from './token.ts'

/** The request that signs a user in, and its facts. */
export type SignInRequest = {
  request: Request
  bindings: Pick<Bindings, 'clientAddress' | 'origin'>
}

/**
 * Starts a session for a user, in place of the one that this browser had.
 * @returns the `Set-Cookie` headers; the token in them is stored nowhere else.
 */
export async function beginSession(
  context: Context,
  userId: string,
  { request, bindings }: SignInRequest,
): Promise<[string, string][]> {
  const formerName = await endSessionOf(context, { request, bindings })
  const token = newToken()
  const time = now(context)
  const row = { id: crypto.randomUUID(), token_hash: hashToken(token), user_id: userId }
  await unlogged(context)
    .insertInto('session')
    .values({
      ...row,
      time_created: time,
      time_last_used: time,
      client_address: bindings.clientAddress,
      client_name: clientName(request.headers.get('user-agent')),
    })
    .execute()
  await endOldest(context, row)
  await noteSignIn(context, userId, { kind: 'session', id: row.id })
  return toHeaders(sessionCookies(token, context.services.settings, bindings, formerName))
}

/**
 * Ends the least recently used sessions of a user who has more than the limit. The new one stays: others may have a later time,
 * because the clock was set back.
 */
async function endOldest(context: Context, { id, user_id }: { id: string; user_id: string }): Promise<void> {
  const kept = context.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '<>', id)
    .orderBy('time_last_used', 'desc')
    .orderBy('id')
    .limit(LIMITS.sessions.max - 1)
  await unlogged(context)
    .deleteFrom('session')
    .where('user_id', '=', user_id)
    .where('id', '<>', id)
    .where('id', 'not in', kept)
    .execute()
}

/**
 * Ends the session that a request's cookie belongs to, if any.
 * @returns the former name of that cookie, if it still has one, so that the cookie is deleted too.
 */
export async function endSessionOf(
  context: Context,
  { request, bindings }: SignInRequest,
): Promise<string | null> {
  const old = sessionTokenOf(request, bindings)
  if (!old) return null
  const { numDeletedRows } = await unlogged(context)
    .deleteFrom('session')
    .where('token_hash', '=', hashToken(old.token))
    .executeTakeFirst()
  // Streams of the session check whether it still exists.
  context.services.notify()
  return numDeletedRows > 0n ? old.formerName : null
}

/** Returns cookies as headers of a response. */
export const toHeaders = (cookies: readonly string[]): [string, string][] =>
  cookies.map((cookie) => ['set-cookie', cookie])
