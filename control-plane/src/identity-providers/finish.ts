import { inTransaction } from '../kit/resources/transaction.ts'
import type { Context } from '../kit/context/context.ts'
import { beginSession, type SignInRequest } from '../access/begin.ts'
import { browserOf } from '../access/cookie.ts'
import { noteClaim } from '../access/note-user.ts'
import { hashToken } from '../access/token.ts'
import { answerOf, removeAnswer } from './answers.ts'
import { providerOfSignIn } from './lookup.ts'
import { refusedAnswer } from './refusal.ts'

type Provider = { siloName: string; providerName: string }

/**
 * Starts the session of an accepted answer. Providers post answers from their own site, so that request has no cookies of
 * this site. The request that finishes a sign-in has them: they show whether the same browser began the sign-in, and
 * which user is signed in there.
 * @param replaces whether the user agreed that the session of another user ends.
 * @returns a redirect to the page of the sign-in, or to the one that asks whether to replace another user's session.
 * @throws ApiError 400 for an answer that was used, is too old or came to another browser.
 */
export async function finishSignIn(
  context: Context,
  path: Provider,
  { token, asked, replaces = false }: { token: string; asked: SignInRequest; replaces?: boolean },
): Promise<Response> {
  const { provider } = await providerOfSignIn(context, path)
  await noteClaim(context, null, { kind: 'saml_answer', id: provider.id })
  const done = await inTransaction(context, async (inner) => {
    const answer = await answerOf(inner, provider.id, token)
    await noteClaim(inner, answer.user_id, { kind: 'saml_answer', id: provider.id })
    await requireBrowser(answer.browser_hash, asked)
    const other = inner.actor && inner.actor.userId !== answer.user_id
    if (other && !replaces) return null
    await removeAnswer(inner, answer.token_hash)
    return { cookies: await beginSession(inner, answer.user_id, asked), target: answer.target }
  })
  if (!done) return redirect(`${pagesOf(path)}/replace?${new URLSearchParams({ answer: token }).toString()}`)
  return replaces
    ? new Response(null, { status: 204, headers: done.cookies })
    : redirect(done.target, done.cookies)
}

/** Redirects to the request that finishes a sign-in, which has the cookies of this site. */
export const redirectToFinish = (path: Provider, token: string): Response =>
  redirect(`${pagesOf(path)}/finish?${new URLSearchParams({ answer: token }).toString()}`)

const pagesOf = ({ siloName, providerName }: Provider) => `/login/${siloName}/saml/${providerName}`

const redirect = (location: string, cookies: [string, string][] = []): Response =>
  new Response(null, {
    status: 303,
    headers: [['location', inAscii(location)], ['cache-control', 'no-store'], ...cookies],
  })

/** Headers have ASCII only, and a relay state may be any text. */
const inAscii = (address: string): string =>
  address.toWellFormed().replaceAll(/[^!-~]+/gu, encodeURIComponent)

/** @throws ApiError 400 for the answer to a request of another browser. */
async function requireBrowser(expected: string | null, { request, bindings }: SignInRequest): Promise<void> {
  if (expected === null) return
  const secret = browserOf(request, bindings)
  if (secret === null || hashToken(secret) !== expected)
    throw refusedAnswer('it came to another browser or host name than its request: sign in again from here')
}
