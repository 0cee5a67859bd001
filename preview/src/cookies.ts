/** The cookies with the acting user; tests provide their own. */
export type CookieJar = {
  get: (name: string) => string | null
  set: (name: string, value: string) => void
  remove: (name: string) => void
}

/** The page's cookies. A worker can't see the cookies of intercepted requests, so the page reads them. */
export const pageCookies: CookieJar = {
  get: (name) => cookieIn(document.cookie, name),
  set(name, value) {
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax`
  },
  remove(name) {
    document.cookie = `${name}=; Path=/; Max-Age=0`
  },
}

/** Returns the value of a cookie in `a=1; b=2`, percent-encoded or plain. */
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
