import type { Bindings } from '../../kit/bindings.ts'
import type { Settings } from '../../kit/services.ts'

const NAME = 'session'

/** Browsers accept this name over TLS only, and from this host only, so that no other host can plant a session. */
const HOST_NAME = '__Host-session'

/** The origin of a site as the client sees it. */
type Site = Pick<Bindings, 'origin'>

const isSecure = ({ origin }: Site): boolean => origin.startsWith('https:')

/** The session token in a request's cookies. */
export type SessionToken = {
  token: string
  /** It comes over TLS under the name that was used before `__Host-`. */
  isOutdated: boolean
}

/** Returns the session token of a request, or null. */
export function sessionTokenOf(request: Request, site: Site): SessionToken | null {
  const token = isSecure(site) ? cookieOf(request, HOST_NAME) : null
  if (token) return { token, isOutdated: false }
  const plain = cookieOf(request, NAME)
  return plain ? { token: plain, isOutdated: isSecure(site) } : null
}

function cookieOf(request: Request, name: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return decoded(value.join('='))
  }
  return null
}

/** A handwritten cookie may contain a stray `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the `Set-Cookie` headers that start a session, and that end one under the outdated name. */
export const sessionCookies = (token: string, { sessionLifetime }: Settings, site: Site): string[] => {
  const maxAge = Math.round(sessionLifetime / 1000)
  return isSecure(site)
    ? [setCookie(HOST_NAME, token, maxAge, '; Secure'), setCookie(NAME, '', 0, '; Secure')]
    : [setCookie(NAME, token, maxAge)]
}

/** Returns the `Set-Cookie` headers that end a session. */
export const endedCookies = (settings: Settings, site: Site): string[] =>
  sessionCookies('', { ...settings, sessionLifetime: 0 }, site)

/** Returns the `Set-Cookie` headers that move a session from the outdated cookie to the current one; none otherwise. */
export function renewedCookies(request: Request, settings: Settings, site: Site): string[] {
  if (!isSecure(site)) return []
  const session = sessionTokenOf(request, site)
  return session?.isOutdated ? sessionCookies(session.token, settings, site) : []
}

/** Cookie of a browser that an identity provider's answer must come back to. */
const BROWSER = 'sign_in_browser'

const browserCookieName = (site: Site): string => (isSecure(site) ? `__Host-${BROWSER}` : BROWSER)

/** Returns the secret that recognizes the browser of a sign-in, or null. */
export const browserOf = (request: Request, site: Site): string | null =>
  cookieOf(request, browserCookieName(site))

/** Returns the `Set-Cookie` header that makes a browser recognizable for a time in milliseconds. */
export const browserCookie = (secret: string, lifetime: number, site: Site): string =>
  setCookie(browserCookieName(site), secret, Math.round(lifetime / 1000), isSecure(site) ? '; Secure' : '')

const setCookie = (name: string, value: string, maxAge: number, secure = ''): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
