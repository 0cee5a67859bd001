import type { ServerResponse } from 'node:http'
import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import { errorResponse } from '@granary/control-plane/kit/app.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import type { Log } from '@granary/control-plane/kit/services.ts'
import { getRequestListener } from '@hono/node-server'
import { stampClient } from './client.ts'
import type { Configuration } from './configuration.ts'
import { trackAnswers } from './drain.ts'
import { createHttpServer, listen } from './http-server.ts'
import type { Site } from './http.ts'
import type { Metrics } from './metrics.ts'
import { protect } from './security.ts'
import { serveSerialConsoles } from './serial-socket.ts'
import { servingSilos } from './server-names.ts'

/** Requests under way get so long to finish when the server stops; milliseconds. */
const PATIENCE = 10_000

type Options = {
  configuration: Configuration
  controlPlane: ControlPlane
  log: Log
  metrics: Metrics
  site: (state: { isReady: () => boolean; onEndless: (outgoing: ServerResponse) => void }) => Site
}

export type Http = {
  url: string
  /** Answers what has come in since it was opened, and everything after. */
  begin: () => void
  /** Takes nothing new, finishes what is under way. */
  stop: () => Promise<void>
}

/**
 * Listens for requests and websockets, and lets them wait until `begin`.
 * @throws ConfigurationError when it cannot listen.
 */
export async function openHttp({ configuration, controlPlane, log, metrics, site }: Options): Promise<Http> {
  const begun = Promise.withResolvers<void>()
  let stopping = false
  const server = createHttpServer(configuration, servingSilos(controlPlane.certificateFor, log))
  const stamp = stampClient(configuration.trustedProxies ?? [])
  server.on('request', stamp)
  server.on('upgrade', stamp)
  const answers = trackAnswers(server, (change) => metrics.streams.inc(change))
  const answer = site({ isReady: () => !stopping, onEndless: answers.endless })
  const listener = getRequestListener(
    async (request, env) => {
      await begun.promise
      return answer(request, env as Parameters<Site>[1])
    },
    { overrideGlobalObjects: false, errorHandler: refuse },
  )
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing))
  const closeConsoles = serveSerialConsoles({
    server,
    log,
    opened: (change) => metrics.consoles.inc(change),
    async open(request) {
      await begun.promise
      return controlPlane.openSerial(request)
    },
  })
  const port = await listen(server, configuration)
  return {
    url: urlOf(configuration, port),
    begin: begun.resolve,
    async stop() {
      stopping = true
      begun.reject(new ApiError(503, 'ServiceNotAvailable', 'Service Unavailable'))
      begun.promise.catch(() => {})
      await Promise.all([answers.stop(PATIENCE), closeConsoles()])
    },
  }
}

/** What could not even be made into a request, such as one without a right host. */
function refuse(error: unknown): Response {
  const requestId = crypto.randomUUID()
  const known =
    error instanceof ApiError ? error : new ApiError(400, undefined, 'this is not a request that can be read')
  return protect(errorResponse(known, requestId), requestId, false)
}

function urlOf({ host, tlsKey }: Configuration, port: number): string {
  return `${tlsKey ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
