import type { SerialConnection } from '@granary/compute/serial.ts'
import { servedCertificate, type ServedCertificate } from './certificates/served.ts'
import { migrate } from './database/migrate.ts'
import { migrations } from './database/migrations/index.ts'
import { allHandlers } from './handlers.ts'
import { carryOutJob } from './bulk-jobs/carry-out.ts'
import { reconcileDisk } from './disks/reconcile.ts'
import { reconcileImage } from './images/reconcile.ts'
import { reconcileInstance } from './instances/reconcile.ts'
import { followReports } from './instances/follow.ts'
import { openSerialConsole } from './edge/serial-console.ts'
import { reconcileSnapshot } from './snapshots/reconcile.ts'
import { createApp } from './edge/app.ts'
import { type Bindings, plainBindings } from './kit/bindings.ts'
import type { HostServices, Services } from './kit/services.ts'
import { serveScim } from './edge/scim.ts'
import { startWorker } from './tasks/worker.ts'

/**
 * The control plane as a host sees it: a function from request to response, and something to start and stop. A host that
 * knows more of a request than the request says gives it as `bindings`.
 */
export type ControlPlane = {
  fetch: (request: Request, bindings?: Bindings) => Promise<Response>
  /**
   * The serial console that a websocket request asks for (`…/serial-console/stream`). The host accepts the websocket
   * first and closes it with code 1011 and the message when this throws.
   * @throws ApiError as the HTTP operations do.
   */
  openSerial: (request: Request, bindings?: Bindings) => Promise<SerialConnection>
  /** The TLS certificate that a host name is served with; null for the server's own. */
  certificateFor: (host: string) => Promise<ServedCertificate | null>
  /** Begins to carry out tasks and to listen to the driver. Call it once, after `prepareDatabase`. */
  start: () => Promise<void>
  /** Takes no new work and waits for what is under way; requests are the host's to finish first. */
  stop: () => Promise<void>
}

/** Brings the database's tables up to date. */
export const prepareDatabase = ({ db, engine }: Pick<HostServices, 'db' | 'engine'>): Promise<void> =>
  migrate(db, engine, migrations)

/** Builds the control plane over what the host gives it. */
export function createControlPlane(services: Services): ControlPlane {
  const app = createApp(services, allHandlers)
  serveScim(app, services)
  let stop: (() => Promise<void>)[] = []
  return {
    fetch: async (request, bindings = plainBindings(request)) => app.fetch(request, bindings),
    certificateFor: (host) => servedCertificate(services, host),
    openSerial: (request, bindings = plainBindings(request)) =>
      openSerialConsole(services, request, bindings),
    start: async () => {
      stop = [
        startWorker(services, {
          instance: reconcileInstance,
          disk: reconcileDisk,
          snapshot: reconcileSnapshot,
          image: reconcileImage,
          'bulk-job': (given, id) => carryOutJob(allHandlers, given, id),
        }),
        await followReports(services),
      ]
    },
    stop: async () => {
      await Promise.all(stop.map((end) => end()))
    },
  }
}
