import { unlogged } from '../../kit/unlogged.ts'
import { type Context, now } from '../../kit/context.ts'
import { sessionCookie } from './cookie.ts'
import { hashToken, newToken } from './token.ts'

/** Starts a session for a user. @returns the `Set-Cookie` header; the token in it is stored nowhere else. */
export async function beginSession(context: Context, userId: string): Promise<string> {
  const token = newToken()
  const time = now(context)
  const row = { id: crypto.randomUUID(), token_hash: await hashToken(token), user_id: userId }
  await unlogged(context)
    .insertInto('session')
    .values({ ...row, time_created: time, time_last_used: time })
    .execute()
  return sessionCookie(token, context.services.settings)
}
