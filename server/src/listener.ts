import type { ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:tls'
import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import { errorResponse } from '@granary/control-plane/edge/error-response.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import type { SecurityLog } from '@granary/control-plane/kit/security-log.ts'
import type { Log } from '@granary/control-plane/kit/log.ts'
import { getRequestListener } from '@hono/node-server'
import { clientBehindProxies } from './client.ts'
import type { Configuration } from './configuration.ts'
import { limitConnections } from './connection-limit.ts'
import { trackAnswers } from './drain.ts'
import { limitHeld } from './held-bytes.ts'
import { createHttpServer, listen } from './http-server.ts'
import type { Site } from './http.ts'
import { incomingBytes } from './incoming-bytes.ts'
import type { Metrics } from './metrics.ts'
import { type BindingsOf, requestBindings } from './request-bindings.ts'
import { OWN_NETWORKS } from './own-machine.ts'
import { protect } from './security.ts'
import { requireAllowedSource } from './allowed-source.ts'
import { inTurn } from './request-turns.ts'
import { requireOneMeaning } from './one-meaning.ts'
import { serveSerialConsoles } from './serial-socket.ts'
import { servingSilos } from './server-names.ts'
import { serveRenewed } from './tls-files.ts'

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
  const server = createHttpServer(configuration, servingSilos(certificateFor, log))
  limitConnections(server, [...OWN_NETWORKS, ...(configuration.trustedProxies ?? [])])
  const clientOf = clientBehindProxies(configuration.trustedProxies ?? [], log)
  const bindingsOf = requestBindings(clientOf, incomingBytes(), metrics.observe)
  limitHeld(server, { addressOf: (incoming) => clientOf(incoming).address, log })
  const answers = trackAnswers(server, (change) => metrics.streams.inc(change))
  const listener = getRequestListener(
    async (request, env) => {
      const given = env as Parameters<Site>[1]
      requireOneMeaning(given.incoming)
      const { site } = await begun.promise
      return answers.during(() => site(request, given))
    },
    { overrideGlobalObjects: false, errorHandler: refuse },
  )
  server.on(
    'request',
    inTurn((incoming, outgoing) => void listener(incoming, outgoing)),
  )
  const closeConsoles = serveSerialConsoles({
    server,
    log,
    securityLog,
    opened: (change) => metrics.consoles.inc(change),
    bindingsOf,
    open: async (request, bindings) => {
      const { controlPlane } = await begun.promise
      await requireAllowedSource({ controlPlane, securityLog }, request, bindings)
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
    await answers.stop(STOP_TIMEOUT_MS, closeConsoles)
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
