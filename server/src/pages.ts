import { ApiError } from '@granary/control-plane/kit/errors.ts'
import type { Services } from '@granary/control-plane/kit/services.ts'
import { authenticate } from '@granary/control-plane/session/authenticate.ts'
import { isOwnPath } from '@granary/domain/web-addresses.ts'
import type { StaticFiles } from './static-files.ts'

/** Pages that somebody who is not signed in may see. */
const OPEN = /^\/(login|device|ui)(\/|$)/

/** Answers requests for pages of the console: with the console itself, or with the way to sign in. */
export function pages(services: Services, file: StaticFiles): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search, searchParams, hostname } = new URL(request.url)
    if (pathname === '/login') return toSignIn(services, hostname, searchParams.get('redirect_uri'))
    if (!OPEN.test(pathname) && !(await isSignedIn(services, request)))
      return toSignIn(services, hostname, pathname + search)
    const index = file('/index.html', request)
    if (!index) throw new ApiError(503, 'ServiceNotAvailable', 'the console has not been built')
    return index
  }
}

async function isSignedIn(services: Services, request: Request): Promise<boolean> {
  try {
    return (await authenticate(services, request)) !== null
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** @throws ApiError 400 when it would lead to another site afterwards, or when nobody can sign in. */
async function toSignIn(services: Services, hostname: string, redirectUri: string | null): Promise<Response> {
  if (redirectUri && !isOwnPath(redirectUri))
    throw new ApiError(400, undefined, 'redirect_uri must be a path of this site')
  const silo = await siloOf(services, hostname)
  if (!silo) throw new ApiError(400, undefined, 'no identity providers are configured')
  const query = redirectUri && redirectUri !== '/' ? `?redirect_uri=${encodeURIComponent(redirectUri)}` : ''
  return new Response(null, { status: 302, headers: { location: `/login/${silo}/local${query}` } })
}

/** The silo whose host it is (`NAME.sys.…`); the first one with users of its own for any other host. */
async function siloOf({ db }: Services, hostname: string): Promise<string | undefined> {
  const named = /^([a-z][a-z0-9-]*)\.sys\./.exec(hostname)?.[1]
  const silos = await db
    .selectFrom('silo')
    .select('name')
    .where('identity_mode', '=', 'local_only')
    .orderBy((order) =>
      order
        .case()
        .when('name', '=', named ?? '')
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('time_created')
    .orderBy('id')
    .limit(1)
    .execute()
  return silos[0]?.name
}
