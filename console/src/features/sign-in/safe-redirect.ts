import { isOwnPath } from '@granary/domain/web-addresses.ts'

/** Only a path of this very site is gone back to; anything else would be somebody else's link. */
export function safeRedirect(uri: unknown): string | undefined {
  const path = typeof uri === 'string' ? uri.trim() : ''
  return isOwnPath(path) ? path : undefined
}
