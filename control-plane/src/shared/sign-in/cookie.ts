import type { Settings } from '../../kit/services.ts'

const NAME = 'session'

/** Returns the value of a request's cookie, or null. */
export function cookieOf(request: Request, name = NAME): string | null {
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

/** The `Set-Cookie` header that starts a session. */
export const sessionCookie = (token: string, settings: Settings): string =>
  attributes(token, Math.round(settings.sessionLifetime / 1000), settings)

/** The `Set-Cookie` header that ends a session. */
export const endedCookie = (settings: Settings): string => attributes('', 0, settings)

const attributes = (value: string, maxAge: number, { secureCookies }: Settings): string =>
  `${NAME}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secureCookies ? '; Secure' : ''}`
