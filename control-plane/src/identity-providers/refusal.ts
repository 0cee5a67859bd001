import type { OuterContext } from '../kit/context/context.ts'
import { type ApiError, unreadable } from '../kit/base/errors.ts'
import { type Saml, type SamlProvider, SamlRefusal, type SamlSubject } from '../kit/base/saml.ts'
import type { SamlProviderRow } from '../database/schema.ts'
import { toSamlProvider } from '../kinds/saml-provider.ts'
import { samlOf } from './create.ts'

/** 400 without a code: the provider's answer is not accepted. The reason never quotes the answer. */
export function refusedAnswer(reason: string): ApiError {
  const message = `the answer of the identity provider was refused: ${reason}`
  return unreadable(message).because(message)
}

/** Validates a provider's response. @throws ApiError 400 if any check fails. */
export async function subjectOf(
  context: OuterContext,
  provider: SamlProvider,
  response: string,
): Promise<SamlSubject> {
  try {
    return await samlOf(context).validate(provider, response, context.clock.now())
  } catch (error) {
    throw error instanceof SamlRefusal ? refusedAnswer(error.message) : error
  }
}

/** Refuses an answer that was checked by settings that are replaced. @throws ApiError 400. */
export function requireSameProvider(before: SamlProviderRow, now: SamlProviderRow): void {
  if (now.id !== before.id || now.idp_metadata !== before.idp_metadata)
    throw refusedAnswer('its provider was replaced while it was checked: sign in again')
}

/**
 * Returns the address to send a browser to, with a request.
 * @throws ApiError 400 for a provider whose metadata or key an older version of the server accepted.
 */
export async function addressOf(
  saml: Saml,
  provider: SamlProviderRow,
  request: { id: string; relayState: string },
): Promise<string> {
  try {
    return await saml.redirectUrl(toSamlProvider(provider), request)
  } catch (error) {
    throw error instanceof SamlRefusal
      ? unreadable(`the identity provider cannot be used: ${error.message}`).because(error.message)
      : error
  }
}
