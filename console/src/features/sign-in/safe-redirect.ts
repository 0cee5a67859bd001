import { isOwnPath } from '@granary/domain/web-addresses.ts'

/** Only a path of this very site is gone back to; anything else would be somebody else's link. */
export const safeRedirect = (uri: unknown): string | undefined =>
  typeof uri === 'string' && isOwnPath(uri) ? uri : undefined
