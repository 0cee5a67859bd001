import { newToken } from '../../shared/sign-in/token.ts'

/** What such a token begins with, so that one that was left lying about can be told for what it is. */
export const SCIM_TOKEN_PREFIX = 'granary-scim-'

/** A token for an identity provider: the prefix and 20 random bytes as 40 hex digits. */
export const newScimToken = (): string => `${SCIM_TOKEN_PREFIX}${newToken()}`
