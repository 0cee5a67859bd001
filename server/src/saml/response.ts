import { base64Problem } from '@granary/domain/base64.ts'
import { SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import type { Element } from '@xmldom/xmldom'
import { childrenOf, inside, isElement, NS, parseXml } from './xml.ts'

/** A response as it was posted; nothing in it is verified yet. */
export type PostedResponse = {
  /** As the signature check reads it: base64 without line breaks. */
  base64: string
  root: Element
  /** One of the response, of its assertion, or both. */
  signatures: Element[]
  responseIsSigned: boolean
  assertionIsSigned: boolean
}

/** Maximum number of tags. Anyone can post, and deep nesting is slow to check. */
const MAX_TAGS = 4_000

const SIGNATURE_METHODS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])
const DIGEST_METHODS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/**
 * Reads the form field `SAMLResponse` and checks its shape: one assertion, signatures only where they belong and none
 * of them weak, unique ids. A response that passes can't hide a second assertion from the signature.
 * @throws SamlRefusal
 */
export function readResponse(field: string): PostedResponse {
  const base64 = field.replace(/[\r\n\t ]/g, '')
  if (base64 === '' || base64Problem(base64)) throw new SamlRefusal('it is not base64')
  const root = parseXml(utf8(Buffer.from(base64, 'base64')), MAX_TAGS)
  if (!isElement(root, NS.protocol, 'Response') || root.getAttribute('Version') !== '2.0')
    throw new SamlRefusal('it is not a SAML 2.0 response')
  checkStatus(root)
  const assertion = onlyAssertion(root)
  checkIds(root)
  const signatures = inside(root, '*', 'Signature')
  const signs = (element: Element) => signatures.some(({ parentNode }) => parentNode === element)
  for (const signature of signatures) checkSignature(signature, [root, assertion])
  const posted = { responseIsSigned: signs(root), assertionIsSigned: signs(assertion) }
  if (!posted.responseIsSigned && !posted.assertionIsSigned) throw new SamlRefusal('it is not signed')
  return { base64, root, signatures, ...posted }
}

/** Longest beginning of a response that is searched for the request, in characters of base64. */
const BEGINNING = 8_192

/** Returns the id of the request that a posted response claims to answer, without parsing it. */
export function claimedRequest(field: string): string | null {
  const beginning = Buffer.from(field.slice(0, BEGINNING), 'base64').toString('latin1')
  return /\sInResponseTo\s*=\s*["']([\w.-]{1,128})["']/.exec(beginning)?.[1] ?? null
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SamlRefusal('it is not UTF-8')
  }
}

function checkStatus(root: Element): void {
  const codes = childrenOf(root, NS.protocol, 'Status').flatMap((status) =>
    childrenOf(status, NS.protocol, 'StatusCode'),
  )
  if (codes.length !== 1 || codes[0]!.getAttribute('Value') !== SUCCESS)
    throw new SamlRefusal('the identity provider refused to sign this user in')
}

function onlyAssertion(root: Element): Element {
  if (inside(root, '*', 'EncryptedAssertion').length > 0)
    throw new SamlRefusal('its assertion is encrypted, which is not supported')
  const [assertion, another] = inside(root, '*', 'Assertion')
  if (!assertion || another || !childrenOf(root, NS.assertion, 'Assertion').includes(assertion))
    throw new SamlRefusal('it must have one assertion')
  return assertion
}

/** Returns the element that a signature covers, which it names by id. */
function checkIds(root: Element): void {
  const seen = new Set<string>()
  for (const element of [root, ...inside(root, '*', '*')])
    for (const { localName, value } of element.attributes) {
      if (localName?.toLowerCase() !== 'id') continue
      if (seen.has(value)) throw new SamlRefusal('two of its elements have the same id')
      seen.add(value)
    }
}

function checkSignature(signature: Element, mayBeSigned: Element[]): void {
  const parent = mayBeSigned.find((element) => element === signature.parentNode)
  if (!parent || signature.namespaceURI !== NS.signature)
    throw new SamlRefusal('it has a signature in the wrong place')
  const methods = inside(signature, NS.signature, 'SignatureMethod')
  const digests = inside(signature, NS.signature, 'DigestMethod')
  const allowed = (elements: Element[], set: ReadonlySet<string>) =>
    elements.length === 1 && set.has(elements[0]!.getAttribute('Algorithm') ?? '')
  if (!allowed(methods, SIGNATURE_METHODS) || !allowed(digests, DIGEST_METHODS))
    throw new SamlRefusal('it must be signed with RSA and SHA-256 or SHA-512')
}
