import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import { describeError } from '@granary/control-plane/kit/base/describe-error.ts'
import { queueOfNetwork } from '@granary/control-plane/edge/gate.ts'
import { databaseRefusal } from '@granary/control-plane/edge/database-refusal.ts'
import { errorResponse } from '@granary/control-plane/edge/error-response.ts'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import { TextAnswer } from '@granary/control-plane/kit/request/answer.ts'
import type { SecurityLog } from '@granary/control-plane/kit/log/security-log.ts'
import type { HostServices } from '@granary/control-plane/kit/context/services.ts'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { health } from '../metrics/health.ts'
import { metricsRefusal } from './metrics-guard.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { PoolUse } from '../database/open-database.ts'
import { pages } from './pages.ts'
import { refusedSignIn } from './refused-sign-in.ts'
import type { BindingsOf, RequestBindings } from './client.ts'
import { refuseCrossSite, refuseSource, siteRefusal } from './site-refusal.ts'
import { crossSiteWriteProblem, protect, protection } from './security.ts'
import { staticFiles } from './static-files.ts'

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

type Own = { request: Request; pathname: string; bindings: RequestBindings; incoming: IncomingMessage }

type Env = { incoming: IncomingMessage; outgoing: ServerResponse }

/** Paths of load balancers and supervisors, which the allow list does not name. */
const HEALTH = /^\/(healthz|readyz)$/

/** In place of a silo for the requests of load balancers: unknown callers of any network do not keep them waiting. */
const READINESS = '/readyz'

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
  const healthOf = health({ ...options, gate: controlPlane.gate, driverAnswers: controlPlane.driverAnswers })

  async function answer(
    request: Request,
    pathname: string,
    bindings: RequestBindings,
    { incoming, outgoing }: Env,
  ): Promise<Response> {
    const requested = { method: request.method, pathname }
    if (!HEALTH.test(pathname) && !(await controlPlane.admits(bindings)))
      throw refuseSource(services.securityLog, requested, bindings)
    const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false
    const endpoint = `${request.method} ${pathname}`
    const problem = SAML_ANSWER.test(endpoint)
      ? null
      : crossSiteWriteProblem(request.method, request.headers, bindings)
    if (problem) throw refuseCrossSite(services.securityLog, requested, bindings, problem)
    if (SAML.test(endpoint)) {
      const answered = await controlPlane.fetch(request, bindings)
      const isShown = answered.status >= 400 && wantsPage
      return isShown ? refusedSignIn(answered, await page(new Request(request.url), bindings)) : answered
    }
    if (API.test(pathname)) {
      const answered = await controlPlane.answer(request, bindings)
      if (!(answered instanceof TextAnswer)) return answered
      writeText(answered, outgoing, bindings.encrypted)
      return RESPONSE_ALREADY_SENT
    }
    // Supervisors restart a server that does not say that it lives, however many requests wait.
    if (pathname === '/healthz') return own({ request, pathname, bindings, incoming })
    const ofNetwork = queueOfNetwork(bindings)
    const key = pathname === '/readyz' ? { ...ofNetwork, silo: READINESS } : ofNetwork
    controlPlane.gate.limit(key)
    return controlPlane.gate.run({ key }, () => own({ request, pathname, bindings, incoming }))
  }

  /** Answers what the host serves itself: health, metrics, files and pages. */
  async function own({ request, pathname, bindings, incoming }: Own): Promise<Response> {
    const accept = request.headers.get('accept')
    const wantsPage = accept?.includes('text/html') ?? false
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError(404, undefined, 'Not Found')
    if (pathname === '/metrics') {
      const refusal = metricsRefusal(incoming, metricsToken)
      const requested = { operation: 'metrics', method: request.method, pathname }
      if (refusal) throw siteRefusal(services.securityLog, requested, bindings, refusal)
    }
    const found = (await healthOf(pathname)) ?? (isPage(pathname) ? null : file(pathname, request))
    if (found) return found
    // The console reports an unknown page, the server an unknown file or path.
    const takesPage = wantsPage || (takesAnything(accept) && !FILE.test(pathname))
    if (!takesPage || /^\/assets(\/|$)/.test(pathname)) throw new ApiError(404, undefined, 'Not Found')
    return page(request, bindings)
  }

  return async (request, { incoming, outgoing }) => {
    const bindings = bindingsOf(request, incoming, outgoing)
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

/** Writes a text answer past the `Response` of the web standards, which would take more time than most answers need. */
function writeText(
  { status, body, headers }: TextAnswer,
  outgoing: ServerResponse,
  encrypted: boolean,
): void {
  const all = { ...(encrypted ? protection.encrypted : protection.plain), ...headers }
  if (body === null) outgoing.writeHead(status, all).end()
  else outgoing.writeHead(status, { ...all, 'content-length': Buffer.byteLength(body) }).end(body)
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
