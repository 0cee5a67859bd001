import type { Database } from '@granary/control-plane/database/schema.ts'
import type { Kysely } from 'kysely'

/** Pages that somebody who is not signed in may see. */
const OPEN = /^\/(login|device|assets|ui)(\/|$)/

/** Answers requests for pages of the console: the console itself, or the way to sign in. */
export function pages(options: {
  db: Kysely<Database>
  index: (headers: Headers, head: boolean) => Response | null
  isSignedIn: (request: Request) => Promise<boolean>
}): (request: Request) => Promise<Response> {
  const { db, index, isSignedIn } = options
  return async (request) => {
    const { pathname, search, searchParams } = new URL(request.url)
    if (pathname === '/login') return toSignIn(db, searchParams.get('redirect_uri'))
    if (!OPEN.test(pathname) && !(await isSignedIn(request))) return toSignIn(db, pathname + search)
    return (
      index(request.headers, request.method === 'HEAD') ??
      new Response('The console has not been built.', {
        status: 503,
        headers: { 'content-type': 'text/plain' },
      })
    )
  }
}

/** Sends to the sign-in page of the first silo; where one was goes along. */
async function toSignIn(db: Kysely<Database>, redirectUri: string | null): Promise<Response> {
  if (redirectUri && !/^\/(?![/\\])/.test(redirectUri))
    return Response.json({ message: 'redirect_uri must be a path of this site' }, { status: 400 })
  const silo = await db
    .selectFrom('silo')
    .select('name')
    .orderBy('time_created')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const query = redirectUri && redirectUri !== '/' ? `?redirect_uri=${encodeURIComponent(redirectUri)}` : ''
  return new Response(null, {
    status: 302,
    headers: { location: `/login/${silo?.name ?? 'main'}/local${query}`, 'cache-control': 'no-store' },
  })
}
