import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import { describeError } from '@granary/control-plane/kit/describe-error.ts'
import { databaseRefusal } from '@granary/control-plane/edge/database-refusal.ts'
import { errorResponse } from '@granary/control-plane/edge/error-response.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import type { Bindings } from '@granary/control-plane/kit/bindings.ts'
import type { Services } from '@granary/control-plane/kit/services.ts'
import { compress } from './compress.ts'
import { health } from './health.ts'
import type { Metrics } from './metrics.ts'
import { pages } from './pages.ts'
import { refusedSignIn } from './refused-sign-in.ts'
import type { BindingsOf } from './request-bindings.ts'
import { isCrossSiteWrite, protect } from './security.ts'
import { staticFiles } from './static-files.ts'

type Options = {
  controlPlane: ControlPlane
  services: Services
  metrics: Metrics
  /** Folder of the built console. */
  consoleFolder: string
  isReady: () => boolean
  /** Bytes that are left for the data folder. */
  freeSpace: () => Promise<number>
  bindingsOf: BindingsOf
  /** Is told of an answer that does not end by itself. */
  onEndless: (outgoing: ServerResponse) => void
}

/** The whole site as one function. */
export type Site = (
  request: Request,
  env: { incoming: IncomingMessage; outgoing: ServerResponse },
) => Promise<Response>

/** What the control plane answers; everything else is a file, a page of the console, or the host's own. */
const API = /^\/(v1|experimental|device\/(auth|token|confirm)|scim)(\/|$)/
/** Where an identity provider posts to, from its own site: what it posts proves itself, and no cookie counts for it. */
const SAML_ANSWER = /^POST \/login\/[^/]+\/saml\/[^/]+$/
/** A browser that goes to an identity provider, or comes from one. */
const SAML = /^(GET \/login\/[^/]+\/saml\/[^/]+\/redirect|POST \/login\/[^/]+\/saml\/[^/]+)$/

/** Puts together API, health, metrics, files and pages, with the headers that all of them carry. */
export function createSite(options: Options): Site {
  const { controlPlane, services, metrics, consoleFolder, bindingsOf, onEndless } = options
  const file = staticFiles(consoleFolder)
  const page = pages(services, file)
  const own = health(options)

  async function answer(request: Request, pathname: string, bindings: Bindings): Promise<Response> {
    const accept = request.headers.get('accept')
    const wantsPage = accept?.includes('text/html') ?? false
    const asked = `${request.method} ${pathname}`
    if (!SAML_ANSWER.test(asked) && isCrossSiteWrite(request.method, request.headers))
      throw new ApiError(403, 'Forbidden', 'this request comes from another site')
    if (SAML.test(asked)) {
      const answered = await controlPlane.fetch(request, bindings)
      const isShown = answered.status >= 400 && wantsPage
      return isShown ? refusedSignIn(answered, await page(new Request(request.url))) : answered
    }
    if (API.test(pathname)) return compress(request, await controlPlane.fetch(request, bindings))
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError(404, undefined, 'Not Found')
    const found = (await own(pathname)) ?? (isPage(pathname) ? null : file(pathname, request))
    if (found) return found
    // A page that there is not is for the console to tell, a file or path that there is not for the server.
    const takesPage = wantsPage || (takesAnything(accept) && !FILE.test(pathname))
    if (!takesPage || /^\/assets(\/|$)/.test(pathname)) throw new ApiError(404, undefined, 'Not Found')
    return page(request)
  }

  return async (request, { incoming, outgoing }) => {
    const bindings = bindingsOf(request, incoming)
    const started = performance.now()
    const { requestId } = bindings
    const { pathname } = new URL(request.url)
    let response: Response
    try {
      response = await answer(request, pathname, bindings)
    } catch (error) {
      if (!(error instanceof ApiError))
        services.log('error', 'request failed', { requestId, error: describeError(error) })
      response = errorResponse(databaseRefusal(error), requestId)
    }
    // Work that failed may have been given up halfway, and may still read the body.
    if (response.status < 300) bindings.release()
    protect(response, requestId, bindings.encrypted)
    if (response.headers.get('content-type') === 'text/event-stream') onEndless(outgoing)
    if (!API.test(pathname) && !SAML.test(`${request.method} ${pathname}`)) {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const answered = { operation: 'site', status: response.status, ms }
      services.log('info', 'request', { requestId, method: request.method, ...answered })
      metrics.observe(answered)
    }
    return response
  }
}

/** A path whose last part has the ending of a file, as no page has but the console's own. */
const FILE = /(?<!^\/index)\.[^./]+$/

/** Whether nothing in particular is asked for, as by curl. Who names something before that would rather have it. */
const takesAnything = (accept: string | null): boolean => /^\s*\*\/\*/.test(accept ?? '')

/** The console's page is asked for by the paths of its pages, never by its file name: who is not signed in is sent on. */
const isPage = (pathname: string): boolean => pathname === '/' || pathname === '/index.html'
