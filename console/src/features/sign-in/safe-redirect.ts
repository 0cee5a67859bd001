import { isOwnPath } from '@granary/domain/web-addresses.ts'

/** Returns a redirect target only if it is a path of this site, to prevent open redirects. */
export function safeRedirect(uri: unknown): string | undefined {
  const path = typeof uri === 'string' ? uri.trim() : ''
  return isOwnPath(path) ? path : undefined
}
