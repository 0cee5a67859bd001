import { ScimError } from '../http/errors.ts'
import type { Resource } from '../schema/read.ts'
import { partsOf } from '../schema/read-value.ts'
import { signInName } from '../../kinds/scim-user.ts'

/** A user resource as it is stored: attributes with columns of their own, and the rest as JSON. */
export type UserColumns = {
  userName: string
  signInName: string
  displayName: string
  externalId: string | null
  /** Undefined if the provider does not send it. */
  active: boolean | undefined
  attributes: string
}

/** Maximum length of a user's JSON, in characters. */
const MAX_JSON_LENGTH = 65_536

/** Splits a resource into columns. @throws ScimError 413 if it is too large. */
export function columnsOfUser(resource: Resource): UserColumns {
  const { userName: name, externalId, active, ...rest } = resource
  const userName = String(name)
  const attributes = JSON.stringify(rest)
  if (attributes.length > MAX_JSON_LENGTH)
    throw new ScimError(413, undefined, `a user takes ${MAX_JSON_LENGTH} characters of JSON at most`)
  return {
    userName,
    signInName: signInName(userName),
    displayName: displayNameOf(resource),
    externalId: textOf(externalId) ?? null,
    active: typeof active === 'boolean' ? active : undefined,
    attributes,
  }
}

/** Returns the display name: the best of the names that the provider sends. */
function displayNameOf({ displayName, name, userName }: Resource): string {
  const { formatted, givenName, familyName } = partsOf(name)
  const both = [givenName, familyName].filter(Boolean).join(' ')
  return (textOf(displayName) ?? textOf(formatted) ?? both) || String(userName)
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
