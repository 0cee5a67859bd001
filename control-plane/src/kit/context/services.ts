import { VCPUS_PER_THREAD } from '@granary/domain/physical-capacity.ts'
import type { Log } from '../log/log.ts'
import type { BundleHost } from '../base/bundle-host.ts'
import type { Clock } from '@granary/compute/clock.ts'
import { LIMITS } from '@granary/domain/limits.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { Engine } from '../../database/columns.ts'
import type { Actor } from '../base/actor.ts'
import type { Kysely } from 'kysely'
import type { MetricTables } from '../../database/metric-tables.ts'
import type { Database } from '../../database/schema.ts'
import type { ExportedRound } from '../base/exported-round.ts'
import type { Reader } from './reader.ts'
import { IMAGE_CATALOG, type CatalogImage } from '@granary/domain/image-catalog.ts'
import type { DriverSelection } from '../base/driver-selection.ts'
import type { ImageFiles } from '../base/image-files.ts'
import type { ReleaseFiles } from '../base/release-files.ts'
import type { Saml } from '../base/saml.ts'
import type { SecurityLog } from '../log/security-log.ts'
import type { ServerState } from './server-state.ts'
import type { AlertSender } from '../base/alert-sender.ts'

/** Password hashing, which each host implements. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes the same time with or without a hash, so that timing does not reveal which users exist. */
  verify(hash: string | null, password: string): Promise<boolean>
}

/** The services of the host. The control plane reaches the outside world only through them. */
export type Services = {
  /** For reads by tasks. The host passes the whole database; kinds, the kit and tasks write through it, see `rawWriter`. */
  db: Reader
  engine: Engine
  /** The tables of metrics: a database of their own, or those of PostgreSQL. */
  metrics: Kysely<MetricTables>
  clock: Clock
  /** Uniform random in [0, 1); tests pass a seeded one. */
  random: () => number
  compute: ComputeDriver
  passwords: Passwords
  /** SAML sign-in, if the host supports it. */
  saml?: Saml
  /** Returns why a TLS server cannot be opened with a certificate and its key in PEM, or null. */
  tlsProblem?: (pair: { cert: string; key: string }) => string | null
  /** Downloads of images, if the host does them. */
  imageFiles?: ImageFiles
  /** What the host does for support bundles, if it makes any. */
  bundles?: BundleHost
  /** What sends alerts, if the host does. */
  alertSender?: AlertSender
  /** Uploaded releases, if the host stores them. */
  releases?: ReleaseFiles
  log: Log
  /** Replaces the plain security log, which writes every entry to `log`. */
  securityLog?: SecurityLog
  /** Whether the host has so little disk space left that it should store nothing new. */
  isShortOfSpace?: () => Promise<boolean>
  /** Whether the host can store this many bytes before it is short of space. Looks each time. */
  hasSpaceFor?: (bytes: number) => Promise<boolean>
  /** Notifies this and the other servers on the same database of a commit. */
  notify: () => void
  /** Subscribes to the commits of every server. Returns the unsubscribe function. */
  listen: (wake: () => void) => () => void
  /** Calls back after the host has read the requests that have already arrived. Without it, each gets a free seat at once. */
  afterInput?: (run: () => void) => void
  /** Counts the waits and refusals of the gate. */
  gateMetrics?: GateMetrics
  /** Counts whether the caller of a request was remembered or read from the database. */
  callerFound?: (isRemembered: boolean) => void
  /** Takes the counters of each stored round, to send them to another store. Returns at once and throws nothing. */
  exportRound?: (round: ExportedRound) => void
  /** Returns since when the other store has not taken any; milliseconds since 1970, or null. */
  exportFailingSince?: () => number | null
  /** Replaces the session cookie as the way to identify the caller. */
  authenticate?: (request: Request) => Promise<Actor | null>
  /** What the server keeps in memory. */
  state: ServerState
  settings: Settings
}

/** Services that answer slowly: the driver, metrics, other machines, and hashing that is slow on purpose. */
type SlowServices =
  | 'compute'
  | 'metrics'
  | 'saml'
  | 'passwords'
  | 'tlsProblem'
  | 'imageFiles'
  | 'releases'
  | 'bundles'
  | 'alertSender'

/**
 * The services of a transaction or a snapshot. SQLite has one connection, and everything waits while a transaction has it,
 * so that work must not wait for anything but the database. The driver's facts cost nothing.
 */
export type InnerServices = Omit<OuterServices, SlowServices> & { compute: Pick<ComputeDriver, 'facts'> }

/** The services of a request outside of transactions. The database is that of its context. */
export type OuterServices = Omit<Services, 'db'>

/** Services as a host builds them, with the whole database. */
export type HostServices = Services & { db: Kysely<Database> }

/** What the gate of the edge tells its host. */
export type GateMetrics = {
  /** Whether a request waited as a user or as the network of a client, and for how long. */
  waited: (level: 'user' | 'network', ms: number) => void
  /** A request was refused, because its user sent too many, or because it waited for too long. */
  refused: (reason: 'rate' | 'wait') => void
}

export type Settings = {
  /** Requests of a user, or of a network without a caller, that are answered in a second, in the mean; 0 for no limit. */
  requestRate: number
  /** Idle time after which a session ends; milliseconds. */
  sessionIdle: number
  /** Age at which a session ends; milliseconds. */
  sessionLifetime: number
  /** Time for which the answer of a create waits until the thing is there; milliseconds, 0 for none. */
  settlingTime: number
  /** Age at which entries of the change log are deleted; milliseconds. */
  changeLogRetention: number
  /** Time between two readings of the machines' counters; milliseconds, 0 for none. */
  metricsInterval: number
  /** Age at which readings are deleted, of which one a minute remains; milliseconds. */
  metricsRawRetention: number
  /** Age at which the readings of each minute are deleted; milliseconds. */
  metricsRetention: number
  /** Age at which entries of the audit log are deleted; milliseconds. */
  auditLogRetention: number
  /** Maximum number of external addresses, or of multicast groups, of one pool that a silo may hold. */
  addressesPerSilo: number
  /** vCPUs of instances that a hardware thread of a sled carries. */
  vcpusPerThread: number
  /** Whether guesses of passwords and codes are limited (`ATTEMPT_LIMITS`). */
  limitAttempts: boolean
  /**
   * DNS zone of the silos' host names, `SILO.sys.ZONE`; certificates must match them. Without a zone (null),
   * certificates may be for any name.
   */
  externalDnsZone: string | null
  /** Whether the server has the operations and fields that the published API doesn't have. */
  extensions: boolean
  /** Whether the server fetches images from addresses. */
  fetchesImages: boolean
  /** Whether the server makes support bundles. */
  makesSupportBundles: boolean
  /** Which driver runs the machines, and why. */
  driverSelection: DriverSelection
  /** The public images that it proposes. */
  imageCatalog: readonly CatalogImage[]
}

const HOUR = 3_600_000

export const defaultSettings: Settings = {
  requestRate: 500,
  sessionIdle: 8 * HOUR,
  sessionLifetime: 24 * HOUR,
  settlingTime: 5_000,
  changeLogRetention: 90 * 24 * HOUR,
  metricsInterval: 10_000,
  metricsRawRetention: 12 * HOUR,
  metricsRetention: 30 * 24 * HOUR,
  auditLogRetention: 90 * 24 * HOUR,
  addressesPerSilo: LIMITS.addresses.max,
  vcpusPerThread: VCPUS_PER_THREAD,
  limitAttempts: true,
  externalDnsZone: null,
  extensions: true,
  fetchesImages: false,
  makesSupportBundles: false,
  driverSelection: { driver: 'simulated', reason: 'This host has no other.', candidates: [] },
  imageCatalog: IMAGE_CATALOG,
}
