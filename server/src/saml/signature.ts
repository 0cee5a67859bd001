import { type Profile, SAML } from '@node-saml/node-saml'
import { type SamlProvider, SamlRefusal } from '@granary/control-plane/kit/saml.ts'
import type { Element } from '@xmldom/xmldom'
import type { ProviderMetadata } from './metadata.ts'
import type { PostedResponse } from './response.ts'
import { isElement, NS, parseXml } from './xml.ts'

/**
 * Finds what is signed and gives it out as it was signed; what it says is read in `assertion.ts`, where the time and the
 * settings are ours.
 */
class Verifier extends SAML {
  protected override async processValidlySignedAssertionAsync(xml: string) {
    return { profile: { getAssertionXml: () => xml } as unknown as Profile, loggedOut: false }
  }
}

/**
 * The assertion of a response as one of the provider's keys has signed it. Each signature that is there must hold.
 * @throws SamlRefusal
 */
export async function signedAssertion(
  provider: SamlProvider,
  { certificates }: ProviderMetadata,
  { base64, responseIsSigned, assertionIsSigned }: PostedResponse,
): Promise<Element> {
  const verifier = new Verifier({
    idpCert: certificates,
    issuer: provider.spClientId,
    callbackUrl: provider.acsUrl,
    wantAuthnResponseSigned: responseIsSigned,
    wantAssertionsSigned: assertionIsSigned,
  })
  let xml: string | undefined
  try {
    const { profile } = await verifier.validatePostResponseAsync({ SAMLResponse: base64 })
    xml = profile?.getAssertionXml?.()
  } catch {
    // The library's words repeat what was posted.
  }
  const assertion = xml === undefined ? null : parseXml(xml)
  if (!assertion || !isElement(assertion, NS.assertion, 'Assertion'))
    throw new SamlRefusal('its signature does not hold for a key of the identity provider')
  return assertion
}
