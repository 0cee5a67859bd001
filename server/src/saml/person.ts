import { isDistinguishedName } from '@granary/domain/distinguished-names.ts'
import { type SamlProvider, SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
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

/** A NameID of this format is another one at each sign-in (SAML core 8.3.8), so each would make a new user. */
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/**
 * Returns the identifier of the subject: the value of the provider's attribute for it, else the NameID.
 * @throws SamlRefusal unless there is exactly one that stays the same at each sign-in.
 */
export function userIdOf(
  { userIdAttribute }: Pick<SamlProvider, 'userIdAttribute'>,
  assertion: Element,
  subject: Element,
): string {
  if (userIdAttribute === null) return nameIdOf(subject)
  const [value, another] = valuesOf(assertion, userIdAttribute) ?? []
  if (value === undefined || another !== undefined || !isName(value))
    throw new SamlRefusal(
      `it must have the attribute that identifies users, with one value of 1 to ${MAX_NAME_LENGTH} visible characters`,
    )
  return value
}

function nameIdOf(subject: Element): string {
  const [nameId, another] = childrenOf(subject, NS.assertion, 'NameID')
  if (!nameId || another) throw new SamlRefusal('its subject must have one NameID, not encrypted')
  if (nameId.getAttribute('Format') === TRANSIENT)
    throw new SamlRefusal(
      'its NameID is transient, so it would make a new user at each sign-in: send a persistent one, or set the attribute that identifies users',
    )
  const text = textOf(nameId)
  if (!isName(text))
    throw new SamlRefusal(`its NameID must be 1 to ${MAX_NAME_LENGTH} characters, all of them visible`)
  return text
}

/** Returns the provider's display name of the subject, or null. */
export function displayNameOf(assertion: Element): string | null {
  const names = DISPLAY_NAMES.flatMap((name) => valuesOf(assertion, name) ?? [])
  return names.find(isName) ?? null
}

/**
 * Reads the groups of an attribute. Each value may list several, separated by commas; a distinguished name is one group.
 * @returns null if the assertion lacks the attribute: it was renamed, or the provider left it out. Entra ID sends only
 * `groups.link` for a user in more than 150 groups.
 * @throws SamlRefusal for an invalid group name, or too many groups.
 */
export function groupsOf(assertion: Element, attribute: string | null): string[] | null {
  if (!attribute) return []
  const values = valuesOf(assertion, attribute)
  if (values === null) return null
  const listed = values
    .flatMap((value) => (isDistinguishedName(value) ? [value] : value.split(',')))
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

/** Returns the values of an attribute; null if the assertion does not have it. */
function valuesOf(assertion: Element, name: string): string[] | null {
  const attributes = childrenOf(assertion, NS.assertion, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, NS.assertion, 'Attribute'))
    .filter((attribute) => attribute.getAttribute('Name') === name)
  if (attributes.length === 0) return null
  return attributes.flatMap((attribute) => childrenOf(attribute, NS.assertion, 'AttributeValue')).map(textOf)
}

const isName = (text: string): boolean =>
  text !== '' && text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text)
