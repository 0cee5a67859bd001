/** Allows a page to load resources from this site only, and no inline script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  // For its own websockets and events; 'self' includes them too.
  "connect-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Headers of every answer that turn off risky features of the browser. */
const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Sent over an encrypted connection: the browser stops using unencrypted ones; a year. */
const strictTransport = 'max-age=31536000'

/** Returns the headers that every answer has. @param encrypted see `protect`. */
export const protection = (encrypted: boolean): Record<string, string> => (encrypted ? ENCRYPTED : PLAIN)

const PLAIN: Record<string, string> = { ...securityHeaders, 'cache-control': 'no-store' }
const ENCRYPTED: Record<string, string> = { ...PLAIN, 'strict-transport-security': strictTransport }

/**
 * Adds the headers that every answer has.
 * @param encrypted the client connected by https, to this server or to a proxy before it.
 */
export function protect(response: Response, requestId: string, encrypted: boolean): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  if (!headers.has('x-request-id')) headers.set('x-request-id', requestId)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  if (encrypted) headers.set('strict-transport-security', strictTransport)
  const cookies = encrypted ? headers.getSetCookie() : []
  if (cookies.length > 0) headers.delete('set-cookie')
  // Behind a proxy the control plane doesn't know that the connection is encrypted.
  for (const cookie of cookies)
    headers.append('set-cookie', /;\s*secure/i.test(cookie) ? cookie : `${cookie}; Secure`)
  return response
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a write comes from another site. Browsers send the origin. A client that sends none (a script, a command
 * line) isn't a browser and adds no cookie by itself.
 */
export function isCrossSiteWrite(method: string, headers: Headers, encrypted: boolean): boolean {
  return !SAFE_METHODS.has(method) && isCrossSite(headers, encrypted)
}

/**
 * Whether a browser reports that another site made this request, and adds its cookies to it.
 * @param encrypted see `protect`. A page without TLS at the same host is another site then: others in the network can write it.
 */
export function isCrossSite(headers: Headers, encrypted: boolean): boolean {
  if (carriesTokenOnly(headers)) return false
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  if (!origin) return false
  try {
    const { host, protocol } = new URL(origin)
    return host !== headers.get('host') || (encrypted && protocol !== 'https:')
  } catch {
    return true
  }
}

/**
 * Browsers never add a token by themselves, and a page of another site can't add one: it would need a CORS preflight,
 * which this site never allows. With a cookie beside the token, the origin check applies.
 */
const carriesTokenOnly = (headers: Headers): boolean =>
  /^bearer /i.test(headers.get('authorization') ?? '') && !headers.has('cookie')
