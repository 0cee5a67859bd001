import { SamlRefusal } from '@granary/control-plane/kit/saml.ts'
import type { Element } from '@xmldom/xmldom'
import { childrenOf, NS, textOf, trimmed } from './xml.ts'

/** Longest name of a user or a group, in characters. */
const MAX_NAME_LENGTH = 512

/** Maximum number of groups of one user. Each missing one is created in the transaction of the sign-in. */
const MAX_GROUPS = 1_000

/** Attributes that identity providers put a user's name into, the most common first. */
const DISPLAY_NAMES = [
  'displayName',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]

/** Returns the name that the provider knows the subject by. @throws SamlRefusal unless there is exactly one. */
export function nameIdOf(subject: Element): string {
  const [nameId, another] = childrenOf(subject, NS.assertion, 'NameID')
  if (!nameId || another) throw new SamlRefusal('its subject must have one NameID, not encrypted')
  const text = textOf(nameId)
  if (!isName(text))
    throw new SamlRefusal(`its NameID must be 1 to ${MAX_NAME_LENGTH} characters, all of them visible`)
  return text
}

/** Returns the provider's display name of the subject, or null. */
export function displayNameOf(assertion: Element): string | null {
  const names = DISPLAY_NAMES.flatMap((name) => valuesOf(assertion, name))
  return names.find(isName) ?? null
}

/**
 * Reads the groups of an attribute. Each value may list several, separated by commas.
 * @throws SamlRefusal for an invalid group name, or too many groups.
 */
export function groupsOf(assertion: Element, attribute: string | null): string[] {
  if (!attribute) return []
  const listed = valuesOf(assertion, attribute)
    .flatMap((value) => value.split(','))
    .map(trimmed)
    .filter((name) => name !== '')
  const names = [...new Set(listed)]
  if (names.length > MAX_GROUPS) throw new SamlRefusal(`it may have at most ${MAX_GROUPS} groups`)
  if (!names.every(isName))
    throw new SamlRefusal(
      `a group in it must have a name of at most ${MAX_NAME_LENGTH} characters, all of them visible`,
    )
  return names
}

const valuesOf = (assertion: Element, name: string): string[] =>
  childrenOf(assertion, NS.assertion, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, NS.assertion, 'Attribute'))
    .filter((attribute) => attribute.getAttribute('Name') === name)
    .flatMap((attribute) => childrenOf(attribute, NS.assertion, 'AttributeValue'))
    .map(textOf)

const isName = (text: string): boolean =>
  text !== '' && text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text)
