/** What a page may load and from where: only from here, and no script that stands in a page. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  // Its own websockets and events; 'self' has them too.
  "connect-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** What every answer carries, so that a browser does nothing with it that is not meant. */
const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Added where the connection is encrypted: the browser does not try without any more; 180 days. */
const strictTransport = 'max-age=15552000'

/**
 * Gives an answer the headers that every answer has, whatever it is.
 * @param encrypted the client came by https, to this server or to a proxy before it.
 */
export function protect(response: Response, requestId: string, encrypted: boolean): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  if (!headers.has('x-request-id')) headers.set('x-request-id', requestId)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  if (encrypted) headers.set('strict-transport-security', strictTransport)
  const cookies = encrypted ? headers.getSetCookie() : []
  if (cookies.length > 0) headers.delete('set-cookie')
  // Behind a proxy the control plane does not know that the connection is encrypted.
  for (const cookie of cookies)
    headers.append('set-cookie', /;\s*secure/i.test(cookie) ? cookie : `${cookie}; Secure`)
  return response
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that changes something comes from another site. Browsers say where from; what says nothing (a
 * script, a command line) is no browser and carries no cookie by itself.
 */
export function isCrossSiteWrite(method: string, headers: Headers): boolean {
  return !SAFE.has(method) && isCrossSite(headers)
}

/** Whether a browser says that another site made this request, with what the browser adds to it by itself. */
export function isCrossSite(headers: Headers): boolean {
  if (carriesTokenOnly(headers)) return false
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

/**
 * A token is never added by a browser, and a page of another site cannot add one: it would have to ask this site first
 * (CORS), which never allows it. With a cookie beside it, the cookie is what counts.
 */
const carriesTokenOnly = (headers: Headers): boolean =>
  /^bearer /i.test(headers.get('authorization') ?? '') && !headers.has('cookie')
