import { unlogged } from '../kit/sql/unlogged.ts'
import { type Context, now } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { hashToken, newToken } from '../access/token.ts'
import { providerOfSignIn } from './lookup.ts'

/** How long a browser has to fetch the session of an accepted answer, in milliseconds. A page may ask the user first. */
const ANSWER_LIFETIME = 600_000

/** An accepted answer: whom it signs in, in which browser (null for any), and the page to open. */
type Answer = { userId: string; browserHash: string | null; target: string }

/** Stores an accepted answer and deletes expired ones. @returns the secret that the browser brings. */
export async function keepAnswer(context: Context, providerId: string, answer: Answer): Promise<string> {
  await unlogged(context).deleteFrom('saml_answer').where('time_expires', '<=', now(context)).execute()
  const token = newToken()
  await unlogged(context)
    .insertInto('saml_answer')
    .values({
      token_hash: hashToken(token),
      provider_id: providerId,
      user_id: answer.userId,
      browser_hash: answer.browserHash,
      target: answer.target,
      time_expires: new Date(context.clock.now().getTime() + ANSWER_LIFETIME).toISOString(),
    })
    .execute()
  return token
}

/**
 * Returns an accepted answer with its user.
 * @throws ApiError 400 if there is none, it was used or is too old, or its user may not sign in any more.
 */
export async function answerOf(context: Context, providerId: string, token: string) {
  const answer = await context.db
    .selectFrom('saml_answer')
    .innerJoin('silo_user', 'silo_user.id', 'saml_answer.user_id')
    .selectAll('saml_answer')
    .select('silo_user.display_name')
    .where('token_hash', '=', hashToken(token))
    .where('provider_id', '=', providerId)
    .where('time_expires', '>', now(context))
    .where('silo_user.active', '=', 1)
    .executeTakeFirst()
  if (!answer)
    throw invalidRequest('this sign-in has ended or took too long: sign in again').because(
      'no open sign-in has this answer, or its user is disabled',
    )
  return answer
}

/** Removes an answer, so that it starts one session only. */
export const removeAnswer = (context: Context, tokenHash: string): Promise<unknown> =>
  unlogged(context).deleteFrom('saml_answer').where('token_hash', '=', tokenHash).execute()

/** Returns whom an answer signs in, for the page that asks before it replaces another user's session. */
export async function answerView(
  context: Context,
  path: { siloName: string; providerName: string },
  token: string,
) {
  const { silo, provider } = await providerOfSignIn(context, path)
  const { display_name, target } = await answerOf(context, provider.id, token)
  return { displayName: display_name, siloName: silo.name, redirectUri: target }
}
