/** What every answer carries, so that a browser does nothing with it that is not meant. */
export const securityHeaders: Record<string, string> = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-src 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that changes something comes from another site. Browsers say where from; what says nothing (a
 * script with a token, a command line) is no browser and carries no cookie by itself.
 */
export function isCrossSiteWrite(method: string, headers: Headers): boolean {
  return !SAFE.has(method) && isCrossSite(headers)
}

/** Whether a browser says that another site made this request. */
export function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  if (!origin) return false
  try {
    return new URL(origin).host !== headers.get('host')
  } catch {
    return true
  }
}
