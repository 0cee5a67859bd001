import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '@granary/compute/clock.ts'
import { createControlPlane } from '@granary/control-plane/control-plane.ts'
import { driverStore } from '@granary/control-plane/database/driver-store.ts'
import {
  defaultSettings,
  type HostServices,
  type Services,
  type Settings,
} from '@granary/control-plane/kit/services.ts'
import { boundedSecurityLog, type SecurityLog } from '@granary/control-plane/kit/security-log.ts'
import { GiB, MiB } from '@granary/domain/sizes.ts'
import type { Configuration } from './configuration.ts'
import { blockList } from './client.ts'
import { freeSpace, makeDataFolder } from './data-folder.ts'
import { openDatabase } from './database/open.ts'
import { prepare } from './database/prepare.ts'
import { type DriverChoice, DRIVERS, openDriver } from './drivers.ts'
import { fileBlocks } from './file-blocks.ts'
import { firstStart, type FirstStart } from './first-start.ts'
import { createSite } from './http.ts'
import { openHttp } from './listener.ts'
import { readCatalog } from './image-files/catalog.ts'
import { imageFiles } from './image-files/image-files.ts'
import { createLog } from './log.ts'
import { measured } from './measured-driver.ts'
import { createMetrics } from './metrics.ts'
import { openRemoteWriter } from './remote-write/open.ts'
import { reachable } from './outgoing/reachable.ts'
import { openReleaseFiles } from './releases/release-files.ts'
import { argonPasswords } from './passwords.ts'
import { steadyClock } from './steady-clock.ts'
import { spaceAbove, watchSpace } from './space-watch.ts'
import { checkThread } from './saml/check-thread.ts'
import { createSaml } from './saml/saml.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type RunningServer = {
  url: string
  /** The outcome for an empty database. */
  first: FirstStart
  /** Finishes running requests and closes everything. */
  stop: () => Promise<void>
}

/** Parts of a server that tests and the bench replace. */
type Given = { drivers?: Record<string, DriverChoice>; clock?: Clock }

/**
 * Listens, opens the database, fills an empty one and starts the control plane. Requests that arrive earlier wait.
 * @param consoleFolder the built console.
 * @param given the drivers that `--compute` chooses from, where they are not the server's own, and a clock in place of the host's.
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
  const log = createLog(configuration.logLevel)
  const steady = steadyClock(log)
  const { drivers = DRIVERS, clock = steady } = given
  const securityLog = boundedSecurityLog(log, clock)
  // The port comes first: a server that can't listen must leave no database behind and lose no password.
  const http = await openHttp({ configuration, log, securityLog, metrics })
  opened.defer(() => http.stop())
  makeDataFolder(configuration.data)
  const database = await openDatabase(configuration.databaseUrl, metrics.observeStatement)
  opened.defer(() => database.close())
  if (database.now) steady.follow(database.now)
  await prepare(database, configuration.databaseUrl)
  const blocks = fileBlocks(join(configuration.data, 'blocks'))
  opened.defer(() => blocks.close())
  const host = { clock, log, store: driverStore(database.db, database.engine), blocks }
  const compute = measured(await openDriver(configuration, host, drivers), metrics.observeCall)
  opened.defer(() => compute.close())
  const remoteWriter = openRemoteWriter(configuration, { clock, log, metrics })
  opened.defer(() => remoteWriter?.stop())
  const lookForSpace = () => freeSpace(configuration.data)
  const isShortOfSpace = watchSpace(lookForSpace, configuration.minFreeSpace * MiB)
  const hasSpaceFor = spaceAbove(lookForSpace, configuration.minFreeSpace * MiB)
  const { stop: stopReleases, ...releases } = await openReleaseFiles(join(configuration.data, 'releases'), {
    now: () => clock.now(),
    hasSpaceFor,
    limit: configuration.releaseSpace * GiB,
  })
  const { close: stopChecks, ...checks } = checkThread()
  opened.defer(stopChecks)
  const services: HostServices & { securityLog: SecurityLog } = {
    ...database,
    clock,
    random: Math.random,
    afterInput: setImmediate,
    compute,
    passwords: argonPasswords(),
    sha256: (text) => hash('sha256', text, 'hex'),
    saml: createSaml({ allowedNetworks: configuration.metadataNetworks ?? [] }, checks),
    ...openImageFiles(configuration),
    ...(remoteWriter && { exportRound: remoteWriter.offer }),
    log,
    securityLog,
    isShortOfSpace,
    hasSpaceFor,
    releases,
    settings: { ...settingsOf(configuration), imageCatalog: readCatalog(configuration.imageCatalog) },
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
      isShortOfSpace,
      ...state,
    }),
  }))
  const running = opened.move()
  return { url: http.url, first, stop: () => running.disposeAsync() }
}

/** Returns the downloads of images, unless the operator has turned them off. */
function openImageFiles({ imageFetch, imageNetworks, data }: Configuration): Pick<Services, 'imageFiles'> {
  if (imageFetch === 'off') return {}
  const networks = imageNetworks ?? []
  const isAllowed = imageFetch === 'public' ? reachable(networks) : blockList(networks)
  return { imageFiles: imageFiles(join(data, 'image-fetches'), isAllowed) }
}

const settingsOf = ({
  sessionIdle,
  sessionLifetime,
  changeLogDays,
  metricsInterval,
  metricsRawHours,
  metricsDays,
  auditLogDays,
  addressesPerSilo,
  dnsZone,
  extensions,
  imageFetch,
}: Configuration): Settings => ({
  ...defaultSettings,
  sessionIdle: sessionIdle * MINUTE,
  sessionLifetime: sessionLifetime * MINUTE,
  changeLogRetention: changeLogDays * DAY,
  metricsInterval: metricsInterval * SECOND,
  metricsRawRetention: metricsRawHours * HOUR,
  metricsRetention: metricsDays * DAY,
  auditLogRetention: auditLogDays * DAY,
  addressesPerSilo,
  externalDnsZone: dnsZone,
  extensions: extensions === 'on',
  fetchesImages: imageFetch !== 'off',
})
