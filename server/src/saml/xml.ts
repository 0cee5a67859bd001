import { SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import { DOMParser, type Element } from '@xmldom/xmldom'

/** XML namespaces of SAML 2.0 and of signatures. */
export const NS = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

/** Maximum number of tags in metadata, which has the descriptions of one or a few providers. */
const MAX_TAGS = 20_000

/**
 * Maximum number of namespace declarations. The parser copies all declarations of the elements around for each element that
 * has one, so thousands of nested ones take seconds.
 */
const MAX_NAMESPACES = 500

/** Maximum number of attributes per tag, on average. */
const ATTRIBUTES_PER_TAG = 2

/**
 * Parses XML that must be well-formed and have no document type: SAML never has one, and only attacks use entities.
 * @param maxTags limits the elements, their depth and, times two, their attributes.
 * @returns the root element.
 * @throws SamlRefusal
 */
export function parseXml(text: string, maxTags = MAX_TAGS): Element {
  if (hasMore(text, '<', maxTags)) throw new SamlRefusal('it has too many elements')
  if (hasMore(text, /=\s*["']/, maxTags * ATTRIBUTES_PER_TAG))
    throw new SamlRefusal('it has too many attributes')
  if (hasMore(text, 'xmlns', MAX_NAMESPACES)) throw new SamlRefusal('it declares too many namespaces')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SamlRefusal('it may not have a document type')
  const onError = () => {
    throw new SamlRefusal('it is not well-formed XML')
  }
  try {
    const root = new DOMParser({ onError }).parseFromString(text, 'text/xml').documentElement
    if (root) return root
  } catch {
    // The parser's message repeats the text.
  }
  throw new SamlRefusal('it is not well-formed XML')
}

const hasMore = (text: string, part: string | RegExp, max: number): boolean =>
  text.split(part, max + 2).length > max + 1

/** Returns the children of an element with this name. */
export const childrenOf = (element: Element, namespace: string, name: string): Element[] =>
  [...element.childNodes].filter((node): node is Element => isElement(node, namespace, name))

/** Returns all descendants of an element with this name; `*` for any namespace. */
export const inside = (element: Element, namespace: string, name: string): Element[] => [
  ...element.getElementsByTagNameNS(namespace, name),
]

export const isElement = (node: unknown, namespace: string, name: string): boolean => {
  const { namespaceURI, localName } = node as Partial<Element>
  return namespaceURI === namespace && localName === name
}

/** Returns the text of an element without surrounding white space. */
export const textOf = (element: Element | undefined): string => trimmed(element?.textContent ?? '')

/**
 * Removes surrounding white space in the sense of XML. Other spaces belong to a name: it would become that of another user or
 * group without them.
 */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text[start]!)) start += 1
  while (start < end && isSpace(text[end - 1]!)) end -= 1
  return text.slice(start, end)
}

const isSpace = (character: string): boolean => ' \t\r\n'.includes(character)
