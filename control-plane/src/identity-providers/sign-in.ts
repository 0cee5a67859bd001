import { contract } from '@granary/contract/contract.ts'
import { isOwnPath } from '@granary/domain/web-addresses.ts'
import type { SamlProviderRow, SiloRow } from '../database/schema.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Context } from '../kit/context.ts'
import { ApiError, unreadable } from '../kit/errors.ts'
import type { RawHandler } from '../kinds/handler.ts'
import { readLimited } from '../kit/body.ts'
import { type SamlProvider, SamlRefusal, type SamlSubject } from '../kit/saml.ts'
import { forgetOldSessions } from '../shared/sign-in/authenticate.ts'
import { beginSession, type SignInRequest } from '../shared/sign-in/begin.ts'
import { samlOf } from './create.ts'
import { providerOfSignIn } from './lookup.ts'
import { rememberRequest, takeAssertion, takeRequest } from './once.ts'
import { toSamlProvider } from '../kinds/saml-provider.ts'
import { userOfSubject } from './user.ts'

/** Redirects a browser to the provider, with the requested page as relay state. */
export const sendToProvider: RawHandler<'loginSamlRedirect'>['raw'] = async (context, { path, query }) => {
  const relayState = query.redirectUri ?? ''
  requireOwnPath(relayState, 'redirect_uri')
  const { provider } = await providerOfSignIn(context, path)
  const saml = samlOf(context)
  const id = await inTransaction(context, (inner) => rememberRequest(inner, provider.id))
  const location = await saml.redirectUrl(toSamlProvider(provider), { id, relayState })
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
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
  const { silo, provider } = await providerOfSignIn(context, path)
  samlOf(context)
  try {
    return await signIn(context, silo, provider, { request, bindings })
  } catch (error) {
    logRefusal(context, path, error)
    throw error
  }
}

async function signIn(
  context: Context,
  silo: SiloRow,
  provider: SamlProviderRow,
  asked: SignInRequest,
): Promise<Response> {
  const form = await readForm(asked.request)
  const target = form.relayState || '/'
  requireOwnPath(target, 'RelayState')
  const subject = await subjectOf(context, toSamlProvider(provider), form.response)
  const cookies = await inTransaction(context, async (inner) => {
    if (subject.inResponseTo !== null && !(await takeRequest(inner, provider.id, subject.inResponseTo)))
      throw refused('it answers a request that this server did not send, or that is answered or too old')
    if (!(await takeAssertion(inner, provider.id, subject)))
      throw refused('somebody has signed in with it already')
    return beginSession(inner, await userOfSubject(inner, silo, provider, subject), asked)
  })
  await forgetOldSessions(context.services)
  return new Response(null, { status: 303, headers: [['location', target], ...cookies] })
}

/** Logs the reason for the operator, without any part of the response. */
function logRefusal({ services, requestId }: Context, path: object, error: unknown): void {
  if (error instanceof ApiError)
    services.log('info', 'SAML sign-in refused', { requestId, ...path, reason: error.message })
}

/** @throws ApiError 400 for a redirect to another site. */
function requireOwnPath(path: string, field: string): void {
  if (path && !isOwnPath(path)) throw unreadable(`${field} must be a path of this site`)
}

/** Parses the body as a form regardless of its content type, because browsers post one. */
async function readForm(request: Request): Promise<{ response: string; relayState: string }> {
  const bytes = await readLimited(request, contract.loginSaml.maxBody)
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  const [responses, states] = [form.getAll('SAMLResponse'), form.getAll('RelayState')]
  if (responses.length !== 1 || !responses[0]) throw refused('there must be one field SAMLResponse')
  if (states.length > 1) throw refused('there may be one field RelayState')
  return { response: responses[0], relayState: states[0] ?? '' }
}

async function subjectOf(context: Context, provider: SamlProvider, response: string): Promise<SamlSubject> {
  try {
    return await samlOf(context).validate(provider, response, context.clock.now())
  } catch (error) {
    throw error instanceof SamlRefusal ? refused(error.message) : error
  }
}

const refused = (reason: string) => unreadable(`the answer of the identity provider was refused: ${reason}`)
