import type { Settings } from '../../kit/services.ts'

const NAME = 'session'

/** The value of a cookie of a request, or null. */
export function cookieOf(request: Request, name = NAME): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return decoded(value.join('='))
  }
  return null
}

/** Whoever writes cookies by hand may leave a stray `%` in them. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The `Set-Cookie` of a session that has begun. */
export const sessionCookie = (token: string, settings: Settings): string =>
  attributes(token, Math.round(settings.sessionLifetime / 1000), settings)

/** The `Set-Cookie` that ends it. */
export const endedCookie = (settings: Settings): string => attributes('', 0, settings)

const attributes = (value: string, maxAge: number, { secureCookies }: Settings): string =>
  `${NAME}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secureCookies ? '; Secure' : ''}`
