import type { Bindings } from '@granary/control-plane/kit/request/bindings.ts'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import type { Services } from '@granary/control-plane/kit/context/services.ts'
import { authenticate, presentedBy } from '@granary/control-plane/access/authenticate.ts'
import type { StaticFiles } from './static-files.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'

/** The origin of the site as the client sees it, and the client's address. */
type Site = Pick<Bindings, 'origin' | 'clientAddress'>

/** Pages that don't need a session. */
const PUBLIC_PAGES = /^\/(login|device|ui)(\/|$)/

/** Answers requests for pages of the console: with the console itself, or with a redirect to sign-in. */
export function pages(
  services: Services,
  file: StaticFiles,
): (request: Request, site: Site) => Promise<Response> {
  return async (request, site) => {
    const { pathname, search, searchParams, hostname } = new URL(request.url)
    if (pathname === '/login') return redirectToSignIn(services, hostname, searchParams.get('redirect_uri'))
    if (!PUBLIC_PAGES.test(pathname) && !(await isSignedIn(services, request, site)))
      return redirectToSignIn(services, hostname, pathname + search)
    const index = file('/index.html', request)
    if (!index) throw new ApiError(503, 'ServiceNotAvailable', 'the console has not been built')
    return index
  }
}

async function isSignedIn(services: Services, request: Request, site: Site): Promise<boolean> {
  try {
    return (await authenticate(services, request, presentedBy(request, site))) !== null
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
