import type { DriverSelection } from '@granary/control-plane/kit/base/driver-selection.ts'
import { join } from 'node:path'
import type { Clock } from '@granary/compute/clock.ts'
import { createControlPlane } from '@granary/control-plane/control-plane.ts'
import { driverStore } from '@granary/control-plane/database/driver-store.ts'
import {
  defaultSettings,
  type HostServices,
  type Services,
  type Settings,
} from '@granary/control-plane/kit/context/services.ts'
import { boundedSecurityLog, type SecurityLog } from '@granary/control-plane/kit/log/security-log.ts'
import { GiB, MiB } from '@granary/domain/sizes.ts'
import type { Configuration } from './settings/configuration.ts'
import { blockList } from './http/client.ts'
import { freeSpace, makeDataFolder } from './settings/data-folder.ts'
import { openDatabase } from './database/open.ts'
import { prepare } from './database/prepare.ts'
import { type DriverChoice, DRIVERS } from './drivers.ts'
import { fileBlocks } from './host/file-blocks.ts'
import { firstStart, type FirstStart } from './compute/first-start.ts'
import { createSite } from './http/http.ts'
import { openHttp } from './connections/listener.ts'
import { readCatalog } from './image-files/catalog.ts'
import { withDemo, withDemoImage } from './image-files/demo-image.ts'
import { imageFiles } from './image-files/image-files.ts'
import { createLog } from './host/log.ts'
import { createMetrics } from './metrics/metrics.ts'
import { openCompute } from './compute/open-compute.ts'
import { openRemoteWriter } from './remote-write/open.ts'
import { reachable } from './outgoing/reachable.ts'
import { sendSettings, sendThread } from './outgoing/send-thread.ts'
import { openReleaseFiles } from './releases/release-files.ts'
import { bundleHost } from './support-bundles/bundle-host.ts'
import { type LogFile, logFile } from './host/log-file.ts'
import { argonPasswords } from './host/passwords.ts'
import { steadyClock } from './host/steady-clock.ts'
import { spaceAbove, watchSpace } from './host/space-watch.ts'
import { checkThread } from './saml/check-thread.ts'
import { createSaml } from './saml/saml.ts'
import { tlsProblem } from './tls/tls-files.ts'
import { ServerState } from '@granary/control-plane/kit/context/server-state.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type RunningServer = {
  url: string
  /** The outcome for an empty database. */
  first: FirstStart
  driverSelection: DriverSelection
  /** Finishes running requests and closes everything. */
  stop: () => Promise<void>
}

/** Parts of a server that tests and the bench replace. */
type Given = { drivers?: Record<string, DriverChoice>; clock?: Clock; kept?: LogFile }

/**
 * Listens, opens the database, fills an empty one and starts the control plane. Requests that arrive earlier wait.
 * @param consoleFolder the built console.
 * @param given the drivers that `--compute` chooses from, where they are not the server's own, a clock in place of the host's, and the
 * file that keeps the log.
 * @throws Error with a sentence for people when the start fails (ConfigurationError where a setting is the reason);
 * nothing stays open then.
 */
export async function startServer(
  configuration: Configuration,
  consoleFolder: string,
  given: Given = {},
): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack()
  const metrics = createMetrics()
  const { kept = logFile() } = given
  const log = createLog(configuration.logLevel, kept)
  const steady = steadyClock(log)
  const { drivers = DRIVERS, clock = steady } = given
  const securityLog = boundedSecurityLog(log, clock)
  // The port comes first: a server that can't listen must leave no database behind and lose no password.
  const http = await openHttp({ configuration, log, securityLog, metrics })
  opened.defer(() => http.stop())
  makeDataFolder(configuration.data)
  kept.open(configuration.data)
  opened.defer(kept.close)
  const database = await openDatabase(configuration.databaseUrl, metrics.database)
  opened.defer(() => database.close())
  if (database.now) steady.follow(database.now)
  await prepare(database, configuration.databaseUrl)
  const blocks = fileBlocks(join(configuration.data, 'blocks'))
  opened.defer(() => blocks.close())
  const folder = join(configuration.data, 'compute')
  const host = { clock, log, store: driverStore(database.db, database.engine), blocks, folder }
  const { compute, driverSelection } = await openCompute(database, host, { configuration, drivers, metrics })
  opened.defer(() => compute.close())
  const remoteWriter = openRemoteWriter(configuration, { clock, log, metrics })
  opened.defer(() => remoteWriter?.stop())
  const { stopReleases, ...storage } = await openReleases(configuration, clock)
  const { close: stopChecks, ...checks } = checkThread()
  opened.defer(stopChecks)
  const { close: stopSending, ...alertSender } = sendThread(sendSettings(configuration))
  opened.defer(stopSending)
  const services: HostServices & { securityLog: SecurityLog } = {
    ...database,
    clock,
    random: Math.random,
    afterInput: setImmediate,
    gateMetrics: metrics.gate.counted,
    callerFound: metrics.gate.callerFound,
    compute,
    passwords: argonPasswords(),
    tlsProblem,
    saml: createSaml({ allowedNetworks: configuration.metadataNetworks ?? [] }, checks),
    ...openImageFiles(configuration),
    alertSender,
    ...(remoteWriter && { exportRound: remoteWriter.offer, exportFailingSince: remoteWriter.failingSince }),
    log,
    securityLog,
    ...storage,
    bundles: bundleHost(configuration, async () =>
      (await metrics.text(services, controlPlane.gate, database.pool)).text(),
    ),
    state: new ServerState(database.db),
    settings: { ...settingsOf(configuration), driverSelection },
  }
  const controlPlane = createControlPlane(services)
  opened.defer(() => controlPlane.stop())

  // Requests end before the control plane that answers them, and uploads don't wait for the rest of their files.
  opened.defer(() => http.stop())
  opened.defer(stopReleases)
  const first = await firstStart(services, configuration)
  await controlPlane.start()
  http.begin((state) => ({
    controlPlane,
    site: createSite({
      controlPlane,
      services,
      metrics,
      pool: database.pool,
      isDatabaseFull: database.isFull,
      metricsToken: configuration.metricsToken,
      consoleFolder,
      isShortOfSpace: storage.isShortOfSpace,
      ...state,
    }),
  }))
  const running = opened.move()
  return { url: http.url, first, driverSelection, stop: () => running.disposeAsync() }
}

/** Opens the uploaded releases, and returns what tells whether there is space for them and for everything else. */
async function openReleases({ data, minFreeSpace, releaseSpace }: Configuration, clock: Clock) {
  const look = () => freeSpace(data)
  const hasSpaceFor = spaceAbove(look, minFreeSpace * MiB)
  const { stop, ...releases } = await openReleaseFiles(join(data, 'releases'), {
    now: () => clock.now(),
    hasSpaceFor,
    limit: releaseSpace * GiB,
  })
  return {
    isShortOfSpace: watchSpace(look, minFreeSpace * MiB),
    hasSpaceFor,
    releases,
    stopReleases: stop,
  }
}

/** Returns the downloads of images, unless the operator has turned them off. */
function openImageFiles({ imageFetch, imageNetworks, data }: Configuration): Pick<Services, 'imageFiles'> {
  if (imageFetch === 'off') return {}
  const networks = imageNetworks ?? []
  const isAllowed = imageFetch === 'public' ? reachable(networks) : blockList(networks)
  const folder = join(data, 'image-fetches')
  return { imageFiles: withDemoImage(imageFiles(folder, isAllowed), folder) }
}

const settingsOf = ({
  imageCatalog,
  requestRate,
  sessionIdle,
  sessionLifetime,
  changeLogDays,
  metricsInterval,
  metricsRawHours,
  metricsDays,
  auditLogDays,
  addressesPerSilo,
  vcpusPerThread,
  dnsZone,
  extensions,
  imageFetch,
}: Configuration): Settings => ({
  ...defaultSettings,
  requestRate,
  sessionIdle: sessionIdle * MINUTE,
  sessionLifetime: sessionLifetime * MINUTE,
  changeLogRetention: changeLogDays * DAY,
  metricsInterval: metricsInterval * SECOND,
  metricsRawRetention: metricsRawHours * HOUR,
  metricsRetention: metricsDays * DAY,
  auditLogRetention: auditLogDays * DAY,
  addressesPerSilo,
  vcpusPerThread,
  externalDnsZone: dnsZone,
  extensions: extensions === 'on',
  fetchesImages: imageFetch !== 'off',
  makesSupportBundles: true,
  imageCatalog: imageCatalog === null ? withDemo(readCatalog(null)) : readCatalog(imageCatalog),
})
