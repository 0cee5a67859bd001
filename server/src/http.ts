import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import { describeError } from '@granary/control-plane/kit/describe-error.ts'
import { callerTurn } from '@granary/control-plane/kit/caller-turns.ts'
import { laneOfNetwork } from '@granary/control-plane/kit/lane.ts'
import { databaseRefusal } from '@granary/control-plane/edge/database-refusal.ts'
import { errorResponse } from '@granary/control-plane/edge/error-response.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import { TextAnswer } from '@granary/control-plane/kit/answer.ts'
import type { SecurityLog } from '@granary/control-plane/kit/security-log.ts'
import type { HostServices } from '@granary/control-plane/kit/services.ts'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { requireAllowedSource } from './allowed-source.ts'
import { compress } from './compress.ts'
import { health } from './health.ts'
import { metricsRefusal } from './metrics-guard.ts'
import type { Metrics } from './metrics.ts'
import type { PoolUse } from './database/open-database.ts'
import { pages } from './pages.ts'
import { refusedSignIn } from './refused-sign-in.ts'
import type { BindingsOf, RequestBindings } from './request-bindings.ts'
import { refuseCrossSite, siteRefusal } from './site-refusal.ts'
import { isCrossSiteWrite, protect } from './security.ts'
import { staticFiles } from './static-files.ts'
import { writeText } from './write-text.ts'

type Options = {
  controlPlane: ControlPlane
  services: HostServices & { securityLog: SecurityLog }
  metrics: Metrics
  /** Use of the database's connections, where there is a pool. */
  pool: (() => PoolUse) | undefined
  /** Whether the disk of a remote database is full. */
  isDatabaseFull: (() => Promise<boolean>) | undefined
  /** Token that reading the metrics needs; null allows clients on this machine only. */
  metricsToken: string | null
  /** Folder of the built console. */
  consoleFolder: string
  isReady: () => boolean
  /** Whether the data folder has so little space left that nothing new is stored. */
  isShortOfSpace: () => Promise<boolean>
  bindingsOf: BindingsOf
  /** Called with an answer that doesn't end by itself. */
  onEndless: (outgoing: ServerResponse) => void
}

type Env = { incoming: IncomingMessage; outgoing: ServerResponse }

/** Paths of load balancers and supervisors, which the allow list does not name. */
const HEALTH = /^\/(healthz|readyz)$/

/** The whole site as one function. */
export type Site = (request: Request, env: Env) => Promise<Response>

/** Paths of the control plane. Everything else is a file, a page of the console, or the host's own. */
const API =
  /^\/(v1|experimental|device\/(auth|token|confirm)|scim|login\/[^/]+\/saml\/[^/]+\/(answer|confirm))(\/|$)/
/** Where identity providers post to from their own site. The post is signed, and no cookie counts for it. */
const SAML_ANSWER = /^POST \/login\/[^/]+\/saml\/[^/]+$/
/** Requests of a browser on its way to an identity provider, or back from one. */
const SAML = /^(GET \/login\/[^/]+\/saml\/[^/]+\/(redirect|finish)|POST \/login\/[^/]+\/saml\/[^/]+)$/

/** Combines API, health, metrics, files and pages, with the headers that all of them carry. */
export function createSite(options: Options): Site {
  const { controlPlane, services, metrics, metricsToken, consoleFolder, bindingsOf, onEndless } = options
  const file = staticFiles(consoleFolder)
  const page = pages(services, file)
  const own = health({ ...options, driverAnswers: controlPlane.driverAnswers })

  async function answer(
    request: Request,
    pathname: string,
    bindings: RequestBindings,
    { incoming, outgoing }: Env,
  ): Promise<Response> {
    if (!HEALTH.test(pathname))
      await requireAllowedSource({ controlPlane, securityLog: services.securityLog }, request, bindings)
    const accept = request.headers.get('accept')
    const wantsPage = accept?.includes('text/html') ?? false
    const endpoint = `${request.method} ${pathname}`
    if (!SAML_ANSWER.test(endpoint) && isCrossSiteWrite(request.method, request.headers, bindings.encrypted))
      throw refuseCrossSite(services.securityLog, { method: request.method, pathname }, bindings)
    if (SAML.test(endpoint)) {
      const answered = await controlPlane.fetch(request, bindings)
      const isShown = answered.status >= 400 && wantsPage
      return isShown ? refusedSignIn(answered, await page(new Request(request.url), bindings)) : answered
    }
    if (API.test(pathname)) {
      const answered = await controlPlane.answer(request, bindings)
      if (!(answered instanceof TextAnswer)) return compress(request, answered)
      await writeText(request, answered, outgoing, bindings.encrypted)
      return RESPONSE_ALREADY_SENT
    }
    await callerTurn(services, laneOfNetwork(bindings))
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError(404, undefined, 'Not Found')
    if (pathname === '/metrics') {
      const refusal = metricsRefusal(incoming, metricsToken)
      const asked = { operation: 'metrics', method: request.method, pathname }
      if (refusal) throw siteRefusal(services.securityLog, asked, bindings, refusal)
    }
    const found = (await own(pathname)) ?? (isPage(pathname) ? null : file(pathname, request))
    if (found) return found
    // The console reports an unknown page, the server an unknown file or path.
    const takesPage = wantsPage || (takesAnything(accept) && !FILE.test(pathname))
    if (!takesPage || /^\/assets(\/|$)/.test(pathname)) throw new ApiError(404, undefined, 'Not Found')
    return page(request, bindings)
  }

  return async (request, { incoming, outgoing }) => {
    const bindings = bindingsOf(request, incoming)
    const started = performance.now()
    const { requestId } = bindings
    const { pathname } = new URL(request.url)
    let response: Response
    try {
      response = await answer(request, pathname, bindings, { incoming, outgoing })
    } catch (error) {
      if (!(error instanceof ApiError))
        services.log('error', 'request failed', { requestId, error: describeError(error) })
      response = errorResponse(databaseRefusal(error), requestId)
    }
    // Work that failed may have stopped halfway, and may still read the body.
    if (response.status < 300) bindings.release()
    if (response === RESPONSE_ALREADY_SENT) return response
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

/** Whether the last part of a path has a file extension. No page has one but the console's own. */
const FILE = /(?<!^\/index)\.[^./]+$/

/** Whether the client accepts anything, as curl does. A client that lists another type first prefers that one. */
const takesAnything = (accept: string | null): boolean => /^\s*\*\/\*/.test(accept ?? '')

/**
 * The console's page is served under the paths of its pages, never under its file name, so that a signed-out user is
 * redirected.
 */
const isPage = (pathname: string): boolean => pathname === '/' || pathname === '/index.html'
