import { KNOWN_ADDRESS_LIFETIME } from '@granary/domain/attempt-limits.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import type { Settings } from '../kit/context/services.ts'

/** The names that the session's cookie had before; it moves to the current one at its next use. */
const FORMER = { encrypted: ['__Host-session', 'session'], plain: ['session'] } as const

/** The origin of a site as the client sees it. */
type Site = Pick<Bindings, 'origin'>

const isSecure = ({ origin }: Site): boolean => origin.startsWith('https:')

/**
 * Returns the name of a cookie of this server. Cookies of a host are shared by all of its ports, so the name has the port: otherwise two
 * servers on one host would end each other's sessions. Browsers take a name with `__Host-` over TLS only, and from this host only, so that
 * no other host can plant the cookie.
 */
function nameOf(what: 'session' | 'sign-in' | 'browser', { origin }: Site): string {
  const { port } = new URL(origin)
  return `${isSecure({ origin }) ? '__Host-' : ''}granary-${what}${port && `-${port}`}`
}

/** The session token in a request's cookies. */
export type SessionToken = {
  token: string
  /** The name that the cookie had before, if it still has it. */
  formerName: string | null
  /** Another host could have set it: it comes over TLS under a name without `__Host-`. */
  isPlantable: boolean
}

/** Returns the session token of a request, or null. */
export function sessionTokenOf(request: Request, site: Site): SessionToken | null {
  const current = cookieOf(request, nameOf('session', site))
  if (current) return { token: current, formerName: null, isPlantable: false }
  for (const formerName of isSecure(site) ? FORMER.encrypted : FORMER.plain) {
    const token = cookieOf(request, formerName)
    if (token) return { token, formerName, isPlantable: isSecure(site) && !formerName.startsWith('__Host-') }
  }
  return null
}

function cookieOf(request: Request, name: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return null
}

/** Returns a secret as `newToken` makes them. Anything else is none, because secrets go into a `Set-Cookie` header again. */
function secretOf(request: Request, name: string): string | null {
  const secret = cookieOf(request, name)
  return secret !== null && /^[0-9a-f]{40}$/.test(secret) ? secret : null
}

/**
 * Returns the `Set-Cookie` headers that give a browser a session.
 * @param formerName of the cookie that it had, which is deleted. Others of that name may be those of other programs.
 */
export const sessionCookies = (
  token: string,
  { sessionLifetime }: Settings,
  site: Site,
  formerName: string | null = null,
): string[] => {
  const secure = isSecure(site) ? '; Secure' : ''
  const current = setCookie(nameOf('session', site), token, Math.round(sessionLifetime / 1000), secure)
  return formerName === null ? [current] : [current, setCookie(formerName, '', 0, secure)]
}

/** Returns the `Set-Cookie` headers that end a session. @param formerName see `sessionCookies`. */
export const endedCookies = (settings: Settings, site: Site, formerName: string | null): string[] =>
  sessionCookies('', { ...settings, sessionLifetime: 0 }, site, formerName)

/** Returns the `Set-Cookie` headers that move a session from a former name to the current one; none otherwise. */
export function renewedCookies(request: Request, settings: Settings, site: Site): string[] {
  const session = sessionTokenOf(request, site)
  return session?.formerName ? sessionCookies(session.token, settings, site, session.formerName) : []
}

/** Returns the secret of a browser that users have signed in with before, or null. It lets nobody in. */
export const knownBrowserOf = (request: Request, site: Site): string | null =>
  secretOf(request, nameOf('browser', site))

/** Returns the `Set-Cookie` header by which a browser is known at its next sign-in. */
export const knownBrowserCookie = (secret: string, site: Site): string =>
  setCookie(
    nameOf('browser', site),
    secret,
    Math.round(KNOWN_ADDRESS_LIFETIME / 1000),
    isSecure(site) ? '; Secure' : '',
  )

/** Returns the secret that recognizes the browser of a sign-in, or null. */
export const browserOf = (request: Request, site: Site): string | null =>
  secretOf(request, nameOf('sign-in', site))

/** Returns the `Set-Cookie` header by which an identity provider's answer finds its browser, for a time in milliseconds. */
export const browserCookie = (secret: string, lifetime: number, site: Site): string =>
  setCookie(nameOf('sign-in', site), secret, Math.round(lifetime / 1000), isSecure(site) ? '; Secure' : '')

const setCookie = (name: string, value: string, maxAge: number, secure = ''): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
