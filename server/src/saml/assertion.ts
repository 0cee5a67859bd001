import { type SamlProvider, SamlRefusal, type SamlSubject } from '@granary/control-plane/kit/base/saml.ts'
import type { Element } from '@xmldom/xmldom'
import { confirmationOf } from './confirmation.ts'
import { displayNameOf, groupsOf, userIdOf } from './person.ts'
import { earliest, Period } from './period.ts'
import { childrenOf, NS, textOf } from './xml.ts'

/**
 * Checks a signed assertion against the provider's settings and the time (SAML core 2.5, profiles 4.1.4.3), and reads
 * its subject.
 * @param assertion the signed element.
 * @param response the response around it, signed or not.
 * @throws SamlRefusal
 */
export function subjectOf(
  provider: SamlProvider,
  assertion: Element,
  response: Element,
  now: Date,
): SamlSubject {
  const assertionId = assertion.getAttribute('ID')
  if (assertion.getAttribute('Version') !== '2.0' || !assertionId)
    throw new SamlRefusal('its assertion is not one of SAML 2.0')
  checkIssuer(provider, assertion, response)
  checkDestination(provider, response)
  const conditions = only(assertion, 'Conditions', 'it must say in one Conditions for whom and when it holds')
  const holds = new Period(conditions)
  holds.check(now)
  checkAudience(provider, conditions)
  const subject = only(assertion, 'Subject', 'it must be about one subject')
  const confirmation = confirmationOf(provider, subject, response, now)
  return {
    nameId: userIdOf(provider, assertion, subject),
    displayName: displayNameOf(assertion),
    groups: groupsOf(assertion, provider.groupAttributeName),
    assertionId,
    expires: earliest(confirmation.expires, holds.end),
    inResponseTo: confirmation.inResponseTo,
  }
}

function only(parent: Element, name: string, otherwise: string): Element {
  const [found, another] = childrenOf(parent, NS.assertion, name)
  if (!found || another) throw new SamlRefusal(otherwise)
  return found
}

function checkIssuer({ idpEntityId }: SamlProvider, assertion: Element, response: Element): void {
  const issuers = childrenOf(assertion, NS.assertion, 'Issuer')
  const all = [...issuers, ...childrenOf(response, NS.assertion, 'Issuer')]
  if (issuers.length !== 1 || all.some((issuer) => textOf(issuer) !== idpEntityId))
    throw new SamlRefusal("its issuer is not this identity provider's entity id")
}

function checkDestination({ acsUrl }: SamlProvider, response: Element): void {
  const destination = response.getAttribute('Destination')
  if (destination && destination !== acsUrl)
    throw new SamlRefusal("its destination is not this provider's ACS URL")
}

function checkAudience({ spClientId }: SamlProvider, conditions: Element): void {
  const restrictions = childrenOf(conditions, NS.assertion, 'AudienceRestriction')
  const isMeant = (restriction: Element) =>
    childrenOf(restriction, NS.assertion, 'Audience').some((audience) => textOf(audience) === spClientId)
  if (restrictions.length === 0 || !restrictions.every(isMeant))
    throw new SamlRefusal("its audience is not this provider's service provider client id")
}
