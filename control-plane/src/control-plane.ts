import type { SerialConnection } from '@granary/compute/serial.ts'
import { startChecking } from './alerts/check.ts'
import { followAlertCauses } from './alerts/follow-causes.ts'
import { startDelivering } from './alerts/start-delivering.ts'
import { servedCertificate, type ServedCertificate } from './certificates/served.ts'
import { migrate, migrateMetrics } from './database/migrate.ts'
import { migrations } from './database/migrations/index.ts'
import { continueLogs } from './database/restored.ts'
import { allHandlers } from './handlers.ts'
import { runJob } from './bulk-jobs/run-job.ts'
import { reconcileDisk } from './disks/reconcile.ts'
import { discardLeftovers } from './images/fetch/leftovers.ts'
import { runImageFetch } from './images/fetch/run.ts'
import { reconcileImage } from './images/reconcile.ts'
import { repeatRequest } from './instances/power-request.ts'
import { reconcileInstance } from './instances/reconcile.ts'
import { followReports } from './instances/follow.ts'
import { followNetworkChanges } from './vpcs/network-changes.ts'
import { isAllowedSource } from './access/allowed-sources.ts'
import { checkNetworks, followGaps, sendNetwork } from './vpcs/send-network.ts'
import { checkRouters, followRouterChanges, sendRouters } from './rack-network/send-routers.ts'
import { openSerialConsole } from './edge/serial-console.ts'
import { reconcileSnapshot } from './snapshots/reconcile.ts'
import { createApp } from './edge/app.ts'
import { Gate } from './edge/gate.ts'
import { TextAnswer } from './kit/request/answer.ts'
import { type Bindings, plainBindings } from './kit/request/bindings.ts'
import { followers } from './kit/resources/changes.ts'
import type { HostServices, Services } from './kit/context/services.ts'
import { serveScim } from './edge/scim.ts'
import { startCollecting } from './metrics/collector.ts'
import { followComponents } from './system-update/follow-components.ts'
import { discardLeftoverReleases } from './system-update/leftovers.ts'
import { runUpdate } from './system-update/run-update.ts'
import { runSupportBundle } from './support-bundles/run.ts'
import { withdrawRemaining } from './shared/people/withdraw-roles.ts'
import { continueDeletion } from './silos/delete.ts'
import { startPruning } from './retention/pruning.ts'
import type { TaskFunctions } from './tasks/task-function.ts'
import { startWorker } from './tasks/worker.ts'

/**
 * The control plane as a host sees it: a function from request to response that can be started and stopped. A host
 * passes what it knows beyond the request as `bindings`.
 */
export type ControlPlane = {
  fetch: (request: Request, bindings?: Bindings) => Promise<Response>
  /** The same for a host that writes text answers itself. */
  answer: (request: Request, bindings: Bindings) => Promise<Response | TextAnswer>
  /**
   * Opens the serial console of a websocket request (`…/serial-console/stream`). The host accepts the websocket
   * first, and closes it with code 1011 and the message if this throws.
   * @throws ApiError as the HTTP operations do.
   */
  openSerial: (request: Request, bindings?: Bindings) => Promise<SerialConnection>
  /** Returns whether the allow list of the fleet admits the client of a request. A host asks it before everything else. */
  admits: (client: Pick<Bindings, 'isLocal' | 'clientAddress'>) => Promise<boolean>
  /** Returns the TLS certificate for a host name; null for the server's own. */
  certificateFor: (host: string) => Promise<ServedCertificate | null>
  /** Where all requests wait. A host lets those pass it too that it answers itself. */
  gate: Gate
  /** Whether the driver answered when it was last asked. */
  driverAnswers: () => boolean
  /** Starts the workers and listens to the driver. Call it once, after `prepareDatabase`. */
  start: () => Promise<void>
  /** Accepts no new work and waits for running work. The host must finish its requests first. */
  stop: () => Promise<void>
}

/** Brings the database's tables up to date. */
export async function prepareDatabase({
  db,
  engine,
  metrics,
}: Pick<HostServices, 'db' | 'engine' | 'metrics'>): Promise<void> {
  await migrate(db, engine, migrations)
  await migrateMetrics(metrics, engine)
  await continueLogs(db, engine)
}

/** Builds the control plane from the host's services. */
export function createControlPlane(services: Services): ControlPlane {
  services.state.of(followers).push(followNetworkChanges, followRouterChanges, followAlertCauses)
  const gate = new Gate({
    rate: services.settings.requestRate,
    afterInput: services.afterInput,
    metrics: services.gateMetrics,
  })
  const app = createApp(services, gate, allHandlers)
  serveScim(app, services, gate)
  const stop: (() => Promise<void>)[] = []
  let driverAnswers = () => false
  const answer: ControlPlane['answer'] = async (request, bindings) => app.fetch(request, bindings)
  return {
    fetch: async (request, bindings = plainBindings(request)) => {
      const answered = await answer(request, bindings)
      return answered instanceof TextAnswer ? answered.toResponse() : answered
    },
    answer,
    gate,
    driverAnswers: () => driverAnswers(),
    admits: (client) => isAllowedSource(services, client),
    certificateFor: (host) => servedCertificate(services, host),
    openSerial: (request, bindings = plainBindings(request)) =>
      openSerialConsole({ services, gate }, request, bindings),
    start: async () => {
      await discardLeftovers(services)
      await discardLeftoverReleases(services)
      await checkNetworks(services)
      await checkRouters(services)
      // A download may take hours: the next start continues it.
      const ending = new AbortController()
      const functions: TaskFunctions = {
        instance: reconcileInstance,
        disk: reconcileDisk,
        snapshot: reconcileSnapshot,
        image: reconcileImage,
        'image-fetch': (given, id) => runImageFetch(given, id, ending.signal),
        'bulk-job': (given, id) => runJob(allHandlers, given, id),
        network: sendNetwork,
        routers: sendRouters,
        'withdraw-roles': withdrawRemaining,
        'delete-silo': continueDeletion,
        'system-update': (given) => runUpdate(given, ending.signal),
        'support-bundle': (given, id) => runSupportBundle(given, id, ending.signal),
      }
      const stopWorker = startWorker(services, functions, { repetitions: { instance: repeatRequest } })
      // One after another, so that what has started can be stopped if the next one fails.
      stop.push(() => {
        ending.abort()
        return stopWorker()
      })
      const following = await followReports(services)
      driverAnswers = following.driverAnswers
      stop.push(following.stop)
      stop.push(followGaps(services))
      stop.push(
        followComponents(services),
        startPruning(services),
        startCollecting(services),
        startChecking(services),
        startDelivering(services),
      )
    },
    stop: async () => {
      await Promise.all(stop.map((end) => end()))
    },
  }
}
