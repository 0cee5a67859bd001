/** The cookies that say who acts; a test brings its own. */
export type CookieJar = {
  get: (name: string) => string | null
  set: (name: string, value: string) => void
  remove: (name: string) => void
}

/** Cookies of the page. A worker is never shown the cookies of the requests that it catches, so they are read here. */
export const pageCookies: CookieJar = {
  get: (name) => cookieIn(document.cookie, name),
  set(name, value) {
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax`
  },
  remove(name) {
    document.cookie = `${name}=; Path=/; Max-Age=0`
  },
}

/** The value of one of the cookies in `a=1; b=2`. It may be written percent-encoded or plainly, as a person would type it. */
export function cookieIn(cookies: string, name: string): string | null {
  for (const cookie of cookies.split('; ')) {
    if (!cookie.startsWith(`${name}=`)) continue
    const value = cookie.slice(name.length + 1)
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return null
}
