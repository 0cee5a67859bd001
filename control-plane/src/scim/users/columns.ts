import { ScimError } from '../http/errors.ts'
import type { Resource } from '../schema/read.ts'
import { signInName } from '../../kinds/scim-user.ts'

/** A user's resource as it is kept: what has a column of its own, and the rest as JSON. */
export type UserColumns = {
  userName: string
  signInName: string
  displayName: string
  externalId: string | null
  /** Undefined when the provider does not say. */
  active: boolean | undefined
  attributes: string
}

/** Most characters that a user takes as JSON. */
const MOST = 65_536

/** Takes a resource apart for the columns. @throws ScimError 413 when it is too large. */
export function columnsOfUser(resource: Resource): UserColumns {
  const { userName, externalId, active, ...rest } = resource as {
    userName: string
    externalId?: string
    active?: boolean
  } & Resource
  const attributes = JSON.stringify(rest)
  if (attributes.length > MOST)
    throw new ScimError(413, undefined, `a user takes ${MOST} characters of JSON at most`)
  return {
    userName,
    signInName: signInName(userName),
    displayName: displayNameOf(resource),
    externalId: externalId ?? null,
    active,
    attributes,
  }
}

/** The name that people are shown: the best that the provider tells. */
function displayNameOf({ displayName, name, userName }: Resource): string {
  const { formatted, givenName, familyName } = (name ?? {}) as Record<string, string | undefined>
  const both = [givenName, familyName].filter(Boolean).join(' ')
  return ((displayName as string | undefined) ?? formatted ?? both) || (userName as string)
}
