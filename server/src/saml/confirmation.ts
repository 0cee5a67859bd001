import { type SamlProvider, SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import type { Element } from '@xmldom/xmldom'
import { Period } from './period.ts'
import { childrenOf, NS } from './xml.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

type Confirmation = { expires: Date; inResponseTo: string | null }

/**
 * Finds a confirmation that allows the browser to use an assertion: meant for this address, for a short time, for the
 * request that it answers. One of several is enough.
 * @throws SamlRefusal with the reason of the last one.
 */
export function confirmationOf(
  provider: SamlProvider,
  subject: Element,
  response: Element,
  now: Date,
): Confirmation {
  let refusal = new SamlRefusal('it has no bearer confirmation of its subject')
  for (const confirmation of childrenOf(subject, NS.assertion, 'SubjectConfirmation')) {
    if (confirmation.getAttribute('Method') !== BEARER) continue
    try {
      return confirm(provider, confirmation, response, now)
    } catch (error) {
      if (!(error instanceof SamlRefusal)) throw error
      refusal = error
    }
  }
  throw refusal
}

function confirm(provider: SamlProvider, confirmation: Element, response: Element, now: Date): Confirmation {
  const [data] = childrenOf(confirmation, NS.assertion, 'SubjectConfirmationData')
  if (data?.getAttribute('Recipient') !== provider.acsUrl)
    throw new SamlRefusal("its recipient is not this provider's ACS URL")
  const period = new Period(data)
  if (!period.end) throw new SamlRefusal('its confirmation must say when it expires')
  period.check(now)
  const [inside, around] = [data.getAttribute('InResponseTo'), response.getAttribute('InResponseTo')]
  if (inside && around && inside !== around) throw new SamlRefusal('it answers two different requests')
  return { expires: period.end, inResponseTo: inside || around || null }
}
