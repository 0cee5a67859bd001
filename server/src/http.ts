import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import { errorResponse, requestIdOf } from '@granary/control-plane/kit/app.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import type { Services } from '@granary/control-plane/kit/services.ts'
import { sql } from 'kysely'
import { compress } from './compress.ts'
import type { Metrics } from './metrics.ts'
import { pages } from './pages.ts'
import { isCrossSiteWrite, securityHeaders } from './security.ts'
import { staticFiles } from './static-files.ts'

type Options = {
  controlPlane: ControlPlane
  services: Services
  metrics: Metrics
  /** Folder of the built console. */
  consoleFolder: string
  isReady: () => boolean
}

const API = /^\/(v1|experimental|device\/(auth|token|confirm)|login\/[^/]+\/saml\/[^/]+\/redirect|scim)(\/|$)/

/** The whole site as one function: API, health, metrics, files and pages, with the headers that all of them carry. */
export function createFetch({ controlPlane, services, metrics, consoleFolder, isReady }: Options) {
  const file = staticFiles(consoleFolder)
  const page = pages({
    db: services.db,
    index: (headers, head) => file('/index.html', headers, head),
    isSignedIn: async (request) => {
      const cookie = request.headers.get('cookie') ?? ''
      return (
        cookie !== '' &&
        (await controlPlane.fetch(new Request(new URL('/v1/me', request.url), { headers: { cookie } }))).ok
      )
    },
  })

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (isCrossSiteWrite(request.method, request.headers))
      throw new ApiError(403, 'Forbidden', 'this request comes from another site')
    if (API.test(pathname)) return compress(request, await controlPlane.fetch(request))
    if (pathname === '/healthz') return Response.json({ status: 'ok' })
    if (pathname === '/readyz') return ready()
    if (pathname === '/metrics') return metrics.text(services)
    if (!reading) throw new ApiError(404, undefined, 'Not Found')
    if (pathname !== '/' && pathname !== '/index.html') {
      const found = file(pathname, request.headers, request.method === 'HEAD')
      if (found) return found
    }
    // A page that there is not is for the console to tell, a file or path that there is not for the server.
    const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false
    if (!wantsPage || pathname.startsWith('/assets/')) throw new ApiError(404, undefined, 'Not Found')
    return page(request)
  }

  async function ready(): Promise<Response> {
    if (!isReady()) return Response.json({ status: 'stopping' }, { status: 503 })
    await sql`select 1`.execute(services.db)
    return Response.json({ status: 'ok' })
  }

  return async (request: Request): Promise<Response> => {
    let response: Response
    try {
      response = await answer(request)
    } catch (error) {
      if (!(error instanceof ApiError))
        services.log('error', 'request failed', { requestId: requestIdOf(request), error: String(error) })
      response = errorResponse(error, requestIdOf(request))
    }
    for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value)
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', requestIdOf(request))
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  }
}
