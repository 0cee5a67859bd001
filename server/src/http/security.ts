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

const PLAIN: Readonly<Record<string, string>> = { ...securityHeaders, 'cache-control': 'no-store' }

/** The headers that every answer has, by whether the client connected by https (see `protect`). */
export const protection = {
  plain: PLAIN,
  encrypted: { ...PLAIN, 'strict-transport-security': strictTransport },
}

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

/** How the client reached this site: see `RequestBindings`. */
type Reached = { encrypted: boolean; origin: string }

/**
 * Returns why a write comes from another site, or null. Browsers send the origin. A client that sends none (a script, a command
 * line) isn't a browser and adds no cookie by itself.
 */
export const crossSiteWriteProblem = (method: string, headers: Headers, reached: Reached): string | null =>
  SAFE_METHODS.has(method) ? null : crossSiteProblem(headers, reached)

const ANOTHER_SITE = 'this request comes from another site'

/**
 * Returns the sentence for a request that a browser reports to come from another site, with its cookies of this one; else null.
 * Over TLS, a page without TLS at the same host is another site: others in the network can write it. Browsers send fetch metadata to
 * secure addresses only. Elsewhere the origin must have the host that this site was requested by, and a proxy may have changed that.
 */
export function crossSiteProblem(headers: Headers, { encrypted, origin: own }: Reached): string | null {
  if (carriesTokenOnly(headers)) return null
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none' ? null : ANOTHER_SITE
  const origin = headers.get('origin')
  if (!origin) return null
  if (!URL.canParse(origin)) return ANOTHER_SITE
  const { host, protocol } = new URL(origin)
  if (encrypted && protocol !== 'https:') return `${ANOTHER_SITE}: its page has no TLS, and this site has`
  const ownHost = new URL(own).host
  if (host === headers.get('host') || host === ownHost) return null
  return `${ANOTHER_SITE}, or a proxy changed its address: the page is at "${host}", the request at "${ownHost}". A proxy must pass on the Host header, or send X-Forwarded-Host and be named in --trusted-proxies`
}

/**
 * Browsers never add a token by themselves, and a page of another site can't add one: it would need a CORS preflight,
 * which this site never allows. With a cookie beside the token, the origin check applies.
 */
const carriesTokenOnly = (headers: Headers): boolean =>
  /^bearer /i.test(headers.get('authorization') ?? '') && !headers.has('cookie')
