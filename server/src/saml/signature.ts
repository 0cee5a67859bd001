import { type Profile, SAML } from '@node-saml/node-saml'
import { type SamlProvider, SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import type { Element } from '@xmldom/xmldom'
import type { ProviderMetadata } from './metadata.ts'
import type { PostedResponse } from './response.ts'
import { signingCertificates } from './signing-keys.ts'
import { isElement, NS, parseXml } from './xml.ts'

/**
 * Returns the signed element exactly as it was signed. `assertion.ts` checks its content against the time and the
 * settings.
 */
class Verifier extends SAML {
  protected override async processValidlySignedAssertionAsync(xml: string) {
    return { profile: { getAssertionXml: () => xml } as unknown as Profile, loggedOut: false }
  }
}

/**
 * Returns the assertion of a response that one of the provider's keys has signed. Every signature in the response must
 * be valid.
 * @throws SamlRefusal
 */
export async function signedAssertion(
  provider: SamlProvider,
  { certificates }: ProviderMetadata,
  { base64, signatures, responseIsSigned, assertionIsSigned }: PostedResponse,
): Promise<Element> {
  const verifier = new Verifier({
    idpCert: signingCertificates(signatures, certificates),
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
    // The library's message repeats the posted text.
  }
  const assertion = xml === undefined ? null : parseXml(xml)
  if (!assertion || !isElement(assertion, NS.assertion, 'Assertion'))
    throw new SamlRefusal('its signature does not match a key of the identity provider')
  return assertion
}
