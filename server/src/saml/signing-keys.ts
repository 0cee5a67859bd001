import { X509Certificate } from 'node:crypto'
import { SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import type { Element } from '@xmldom/xmldom'
import { findAncestorNs, SignedXml } from 'xml-crypto'
import { childrenOf, inside, NS, textOf } from './xml.ts'

/** Maximum number of elements in a signature. One with a chain of certificates has about 20. */
const MAX_SIGNATURE_ELEMENTS = 64

/**
 * Returns the certificates whose keys have signed one of these signatures. It is no proof that the document is as it was signed,
 * but says which signatures are worth that proof, which costs a hundred times as much: a forger has no key.
 * @throws SamlRefusal if one of the signatures matches no certificate.
 */
export function signingCertificates(signatures: readonly Element[], certificates: string[]): string[] {
  const matching = signatures.map((signature) => {
    const own = certificates.filter(verifierOf(signature))
    if (own.length === 0) throw new SamlRefusal('its signature does not match a key of the identity provider')
    return own
  })
  return [...new Set(matching.flat())]
}

/** Returns a function that says whether a certificate's key has signed the `SignedInfo` of a signature. */
function verifierOf(signature: Element): (certificate: string) => boolean {
  if (inside(signature, '*', '*').length > MAX_SIGNATURE_ELEMENTS)
    throw new SamlRefusal('its signature has too many elements')
  const [value] = childrenOf(signature, NS.signature, 'SignatureValue')
  const signed = signedText(signature)
  if (!value || signed === null) return () => false
  const { algorithm, text } = signed
  return (certificate) =>
    algorithm.verifySignature(text, pemOf(certificate), textOf(value).replace(/\s/g, ''))
}

const pemOf = (certificate: string): string =>
  new X509Certificate(Buffer.from(certificate, 'base64')).toString()

/** Returns what the provider's key has signed; null for a malformed signature. */
function signedText(signature: Element) {
  const signedXml = new SignedXml()
  try {
    // The library's types are those of a browser, which has no such elements.
    signedXml.loadSignature(signature as never)
    const { canonicalizationAlgorithm, signatureAlgorithm, SignatureAlgorithms } = signedXml
    if (!signatureAlgorithm) return null
    const Algorithm = SignatureAlgorithms[signatureAlgorithm]
    const [info] = childrenOf(signature, NS.signature, 'SignedInfo')
    if (!info || !canonicalizationAlgorithm || !Algorithm) return null
    const ancestorNamespaces = findAncestorNs(
      signature.ownerDocument as never,
      "//*[local-name()='SignedInfo']",
    )
    const text = signedXml.getCanonXml([canonicalizationAlgorithm], info as never, { ancestorNamespaces })
    return { algorithm: new Algorithm(), text }
  } catch {
    // The library's message repeats the posted text.
    return null
  }
}
