import { newToken } from '../../access/token.ts'

/** Prefix of SCIM tokens, so that secret scanners recognize a leaked one. */
export const SCIM_TOKEN_PREFIX = 'granary-scim-'

/** Returns a new token for an identity provider: the prefix and 20 random bytes as 40 hex digits. */
export const newScimToken = (): string => `${SCIM_TOKEN_PREFIX}${newToken()}`
