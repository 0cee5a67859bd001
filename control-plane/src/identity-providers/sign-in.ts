import { contract } from '@granary/contract/contract.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import { MAX_RELAY_STATE } from '@granary/domain/limits.ts'
import { isOwnPath } from '@granary/domain/web-addresses.ts'
import type { SamlProviderRow } from '../database/schema.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import type { Context, OuterContext } from '../kit/context/context.ts'
import { forbidden, unreadable } from '../kit/base/errors.ts'
import type { RawHandler } from '../kinds/handler.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import type { SamlSubject } from '../kit/base/saml.ts'
import { browserCookie, browserOf } from '../access/cookie.ts'
import { noteClaim } from '../access/note-user.ts'
import { hashToken, newToken } from '../access/token.ts'
import { keepAnswer } from './answers.ts'
import { countAnswer } from './answer-attempt.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { samlOf } from './create.ts'
import { finishSignIn, redirectToFinish } from './finish.ts'
import { providerOfSignIn } from './lookup.ts'
import { REQUEST_LIFETIME, rememberRequest, takeAssertion, takeRequest } from './once.ts'
import { addressOf, refusedAnswer, requireSameProvider, subjectOf } from './refusal.ts'
import { finishTest, testAnsweredBy } from './test-sign-in.ts'
import { toSamlProvider } from '../kinds/saml-provider.ts'
import { userOfSubject } from './user.ts'

/** Redirects a browser to the provider, with the requested page as relay state. Only this browser can bring the answer. */
export const sendToProvider: RawHandler<'loginSamlRedirect'>['raw'] = async (
  context,
  { path, query },
  request,
  bindings,
) => {
  requireNavigation(request)
  const relayState = query.redirectUri ?? ''
  requireOwnPath(relayState, 'redirect_uri')
  const { provider } = await providerOfSignIn(context, path)
  const saml = samlOf(context)
  const browser = browserOf(request, bindings) || newToken()
  const asking = { hash: hashToken(browser), network: clientNetwork(bindings.clientAddress) }
  const id = await inTransaction(context, (inner) => rememberRequest(inner, provider.id, asking))
  const location = await addressOf(saml, provider, { id, relayState })
  const cookie = browserCookie(browser, REQUEST_LIFETIME, bindings)
  return new Response(null, {
    status: 302,
    headers: { location, 'cache-control': 'no-store', 'set-cookie': cookie },
  })
}

/**
 * Images and frames of any page could begin so many sign-ins that those of its visitor's office are forgotten.
 * @throws ApiError 403 for a request that a browser made for a part of a page.
 */
function requireNavigation({ headers }: Request): void {
  const destination = headers.get('sec-fetch-dest')
  if (destination !== null && destination !== 'document')
    throw forbidden('a sign-in begins with a page of its own, not as a part of another page')
}

/**
 * Signs in with a provider's response. Every invalid response is a 400 without a code. Its message gives the reason,
 * which the operator or the provider must fix, and never quotes the response.
 */
export const signInWithResponse: RawHandler<'loginSaml'>['raw'] = async (
  context,
  { path },
  request,
  bindings,
) => {
  const { provider } = await providerOfSignIn(context, path)
  samlOf(context)
  await noteClaim(context, null, { kind: 'saml_answer', id: provider.id })
  const form = await readForm(bindings)
  const attempt = await countAnswer(context, provider.id, form.response, bindings)
  const test = await testAnsweredBy(context, provider.id, form.response)
  if (test) {
    const answered = await finishTest(context, provider, test, { path, response: form.response })
    await attempt.giveBack()
    return answered
  }
  const token = await accept(context, path, provider, form)
  await attempt.giveBack()
  // Only an answer from this site itself has our cookies.
  if (!browserOf(request, bindings)) return redirectToFinish(path, token)
  return finishSignIn(context, path, { token, asked: { request, bindings } })
}

/**
 * Accepts a response and updates the user as it says, with turns for other requests between the portions. Once accepted, a
 * response counts as used: after a kill, the next one goes on.
 * @returns the secret that starts the session.
 */
async function accept(
  context: OuterContext,
  path: Parameters<typeof providerOfSignIn>[1],
  before: SamlProviderRow,
  form: Form,
): Promise<string> {
  const target = form.relayState || '/'
  requireOwnPath(target, 'RelayState')
  const subject = await subjectOf(context, toSamlProvider(before), form.response)
  let accepted: Portion | null = null
  for (;;) {
    const portion = await inTransaction(context, async (inner) => {
      // The response took its time to arrive and to be checked.
      const { silo, provider } = await providerOfSignIn(inner, path)
      requireSameProvider(before, provider)
      const browserHash = accepted ? accepted.browserHash : await acceptOnce(inner, provider, subject)
      const { userId, remaining } = await userOfSubject(inner, silo, provider, subject)
      await noteClaim(inner, userId, { kind: 'saml_answer', id: provider.id })
      const answer = { userId, browserHash, target }
      return {
        ...answer,
        remaining,
        token: remaining > 0 ? null : await keepAnswer(inner, provider.id, answer),
      }
    })
    if (portion.token !== null) return portion.token
    // Two sign-ins of a user with different groups could go on forever.
    if (accepted && portion.remaining >= accepted.remaining)
      throw refusedAnswer('another sign-in changed the groups of the user at the same time: sign in again')
    accepted = portion
    await eventLoopTurn()
  }
}

type Portion = { browserHash: string | null; remaining: number }

/** Accepts a response that was not used before. @returns the browser that asked for it. */
async function acceptOnce(
  context: Context,
  provider: SamlProviderRow,
  subject: SamlSubject,
): Promise<string | null> {
  const browserHash = await browserAsking(context, provider, subject)
  if (!(await takeAssertion(context, provider.id, subject)))
    throw refusedAnswer('a user has signed in with it already')
  return browserHash
}

/**
 * Closes the request that a response answers.
 * @returns the browser that made the request; null for an accepted response without a request.
 * @throws ApiError 400 for a response to no open request.
 */
async function browserAsking(
  context: Context,
  provider: SamlProviderRow,
  { inResponseTo }: SamlSubject,
): Promise<string | null> {
  if (inResponseTo === null) {
    if (provider.allow_unsolicited) return null
    throw refusedAnswer('it answers no request, and this provider may not start sign-ins: sign in from here')
  }
  const browserHash = await takeRequest(context, provider.id, inResponseTo)
  if (browserHash === null)
    throw refusedAnswer('it answers a request that this server did not send, or that is answered or too old')
  return browserHash
}

/** @throws ApiError 400 for a redirect to another site. */
function requireOwnPath(path: string, field: string): void {
  if (path && !isOwnPath(path)) throw unreadable(`${field} must be a path of this site`)
}

type Form = { response: string; relayState: string }

/** Parses the body as a form regardless of its content type, because browsers post one. */
async function readForm({ readBytes }: Bindings): Promise<Form> {
  const bytes = await readBytes(contract.loginSaml.maxBody)
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  const [responses, states] = [form.getAll('SAMLResponse'), form.getAll('RelayState')]
  if (responses.length !== 1 || !responses[0]) throw refusedAnswer('there must be one field SAMLResponse')
  if (states.length > 1) throw refusedAnswer('there may be one field RelayState')
  const relayState = states[0] ?? ''
  if (relayState.length > MAX_RELAY_STATE)
    throw refusedAnswer(`RelayState may have ${MAX_RELAY_STATE} characters at most`)
  return { response: responses[0], relayState }
}
