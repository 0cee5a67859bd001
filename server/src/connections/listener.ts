import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:tls'
import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import { errorResponse } from '@granary/control-plane/edge/error-response.ts'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import { truncatedBody } from '@granary/control-plane/kit/request/body.ts'
import type { SecurityLog } from '@granary/control-plane/kit/log/security-log.ts'
import type { Log } from '@granary/control-plane/kit/log/log.ts'
import { getRequestListener } from '@hono/node-server'
import { type BindingsOf, clientBehindProxies, OWN_NETWORKS, requestBindings } from '../http/client.ts'
import type { Configuration } from '../settings/configuration.ts'
import { limitConnections } from './connection-limit.ts'
import { trackAnswers } from './drain.ts'
import { bufferedBytes } from '../http/buffered-bytes.ts'
import { createHttpServer, listen } from './http-server.ts'
import { limitRunning, streamOf } from './http2.ts'
import type { Site } from '../http/http.ts'
import { incomingBytes } from '../http/incoming-bytes.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { protect } from '../http/security.ts'
import { refuseSource } from '../http/site-refusal.ts'
import { smugglingRefusal } from '../http/request-smuggling.ts'
import { serveSerialConsoles } from './serial-socket.ts'
import { servingSilos } from '../tls/server-names.ts'
import { serveRenewed } from '../tls/tls-files.ts'

/** Milliseconds that running requests have to finish when the server stops. */
export const STOP_TIMEOUT_MS = 10_000

type Options = {
  configuration: Configuration
  log: Log
  securityLog: SecurityLog
  metrics: Metrics
}

/** The request handlers behind the port once the server has started. */
type Serving = {
  site: Site
  controlPlane: Pick<ControlPlane, 'openSerial' | 'certificateFor' | 'admits'>
}

/** Facts of the port that the site needs. */
type PortState = {
  isReady: () => boolean
  bindingsOf: BindingsOf
  onEndless: (outgoing: ServerResponse) => void
}

export type Http = {
  url: string
  /** Answers the requests that arrived since the port was opened, and all later ones. */
  begin: (serve: (state: PortState) => Serving) => void
  /** Takes no new requests and finishes running ones. Idempotent. */
  stop: () => Promise<void>
}

/**
 * Listens for requests and websockets. They wait until `begin`.
 * @throws ConfigurationError when it cannot listen.
 */
export async function openHttp({ configuration, log, securityLog, metrics }: Options): Promise<Http> {
  const begun = Promise.withResolvers<Serving>()
  let stopped: Promise<void> | undefined
  const certificateFor = async (host: string) => (await begun.promise).controlPlane.certificateFor(host)
  const onAhead = () => metrics.gate.cutOff('requests ahead')
  const { server, goAway } = createHttpServer(configuration, servingSilos(certificateFor, log), onAhead)
  limitConnections(server, [...OWN_NETWORKS, ...(configuration.trustedProxies ?? [])])
  const clientOf = clientBehindProxies(configuration.trustedProxies ?? [], log)
  const addressOf = (incoming: IncomingMessage) => clientOf(incoming).address
  const buffered = bufferedBytes(addressOf, () => metrics.gate.cutOff('buffered bytes'))
  const bindingsOf = requestBindings(clientOf, incomingBytes(buffered), metrics.observe)
  const answers = trackAnswers(server, (change) => metrics.streams.inc(change))
  const answer = async (request: Request, env: object) => {
    const given = env as Parameters<Site>[1]
    const { incoming, outgoing } = given
    const refusal = smugglingRefusal(incoming)
    if (refusal) throw refusal
    const isHttp2 = incoming.httpVersionMajor === 2
    if (isHttp2) buffered.arrival(incoming, outgoing)
    const { site } = await begun.promise
    // The address of a client that has gone is not known any more.
    if (isHttp2 && streamOf(incoming)?.destroyed) throw truncatedBody()
    return answers.during(() => site(request, given))
  }
  const options = { overrideGlobalObjects: false, errorHandler: refuse }
  const listener = getRequestListener(answer, options)
  // The clean-up of Hono cancels answers that the client has not taken yet.
  const streamListener = getRequestListener(answer, { ...options, autoCleanupIncoming: false })
  const limitWork = limitRunning(onAhead)
  server.on('request', (incoming, outgoing) => {
    const isHttp2 = incoming.httpVersionMajor === 2
    const work = (isHttp2 ? streamListener : listener)(incoming, outgoing)
    if (isHttp2) limitWork(incoming, work)
    void work.finally(() => buffered.answer(incoming, outgoing))
  })
  const closeConsoles = serveSerialConsoles({
    server,
    log,
    securityLog,
    opened: (change) => metrics.consoles.inc(change),
    bindingsOf,
    open: async (request, bindings) => {
      const { controlPlane } = await begun.promise
      const requested = { method: request.method, pathname: new URL(request.url).pathname }
      if (!(await controlPlane.admits(bindings))) throw refuseSource(securityLog, requested, bindings)
      return controlPlane.openSerial(request, bindings)
    },
  })
  const port = await listen(server, configuration)
  const stopRenewal = configuration.tlsKey
    ? serveRenewed(server as unknown as TlsServer, configuration, log)
    : () => {}

  async function stop(): Promise<void> {
    begun.reject(new ApiError(503, 'ServiceNotAvailable', 'Service Unavailable'))
    begun.promise.catch(() => {})
    stopRenewal()
    await answers.stop(STOP_TIMEOUT_MS, () => {
      goAway()
      return closeConsoles()
    })
  }
  return {
    url: urlOf(configuration, port),
    begin: (serve) =>
      begun.resolve(serve({ isReady: () => stopped === undefined, bindingsOf, onEndless: answers.endless })),
    stop: () => (stopped ??= stop()),
  }
}

/** Answers input that never became a request, such as one without a valid host. */
function refuse(error: unknown): Response {
  const requestId = crypto.randomUUID()
  const known = error instanceof ApiError ? error : new ApiError(400, undefined, 'malformed request')
  return protect(errorResponse(known, requestId), requestId, false)
}

function urlOf({ host, tlsKey }: Configuration, port: number): string {
  return `${tlsKey ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
