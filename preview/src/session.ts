import type { Database } from '@granary/control-plane/database/schema.ts'
import type { Kysely } from 'kysely'
import { SIGNED_OUT_COOKIE, USER_COOKIE } from './acting-user.ts'
import type { CookieJar } from './cookies.ts'
import { WRONG_PASSWORD } from './passwords.ts'

type Fetch = (request: Request) => Promise<Response>

const LOGIN = /^\/v1\/login\/([^/]+)\/local$/

/**
 * Signs in and out with the preview's own cookies, because a page can't keep the control plane's session cookie. Any
 * user name is accepted: a known one acts as that user, an unknown one as the previous user.
 */
export function withPreviewSession(fetch: Fetch, db: Kysely<Database>, cookies: CookieJar): Fetch {
  return async (request) => {
    if (request.method !== 'POST') return fetch(request)
    const { pathname } = new URL(request.url)
    if (pathname === '/v1/logout') {
      cookies.set(SIGNED_OUT_COOKIE, 'true')
      return fetch(request)
    }
    const login = LOGIN.exec(pathname)
    if (!login) return fetch(request)
    const copy = request.clone()
    const answer = await fetch(request)
    if (!answer.ok && answer.status !== 401) return answer
    const { username, password } = (await copy.json()) as { username: string; password: string }
    if (password === WRONG_PASSWORD) return answer
    const displayName = await displayNameOf(db, decodeURIComponent(login[1]!), username)
    if (displayName) cookies.set(USER_COOKIE, displayName)
    cookies.remove(SIGNED_OUT_COOKIE)
    return new Response(null, {
      status: 204,
      headers: { 'x-request-id': answer.headers.get('x-request-id') ?? '' },
    })
  }
}

async function displayNameOf(
  db: Kysely<Database>,
  siloName: string,
  username: string,
): Promise<string | undefined> {
  const user = await db
    .selectFrom('silo_user')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select('silo_user.display_name')
    .where('silo.name', '=', siloName)
    .where('silo_user.external_id', '=', username)
    .executeTakeFirst()
  return user?.display_name
}
