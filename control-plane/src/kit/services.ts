import type { Log } from './log.ts'
import type { Clock } from '@granary/compute/clock.ts'
import { LIMITS } from '@granary/domain/limits.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { Engine } from '../database/columns.ts'
import type { Actor } from './actor.ts'
import type { Kysely } from 'kysely'
import type { MetricTables } from '../database/metric-tables.ts'
import type { Database } from '../database/schema.ts'
import type { Change } from './change.ts'
import type { Context } from './context.ts'
import type { ExportedRound } from './exported-round.ts'
import type { Reader } from './reader.ts'
import { IMAGE_CATALOG, type CatalogImage } from '@granary/domain/image-catalog.ts'
import type { ImageFiles } from './image-files.ts'
import type { ReleaseFiles } from './release-files.ts'
import type { Saml } from './saml.ts'
import type { SecurityLog } from './security-log.ts'

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
  /** Downloads of images, if the host does them. */
  imageFiles?: ImageFiles
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
  /** Calls back after the host has read the requests that have already arrived. Without it, requests take no turns. */
  afterInput?: (run: () => void) => void
  /** Returns a SHA-256 in hex, on hosts that can do it without waiting; other hosts use Web Crypto. */
  sha256?: (text: string) => string
  /** Takes the counters of each stored round, to send them to another store. Returns at once and throws nothing. */
  exportRound?: (round: ExportedRound) => void
  /** Enqueues the work that changes cause, in the transaction that makes them. The control plane sets it. */
  onChanges?: (context: Context, changes: readonly Change[]) => Promise<void>
  /** Replaces the session cookie as the way to identify the caller. */
  authenticate?: (request: Request) => Promise<Actor | null>
  settings: Settings
}

/** Services that answer slowly: the driver, metrics, other machines, and hashing that is slow on purpose. */
type SlowServices = 'compute' | 'metrics' | 'saml' | 'passwords' | 'imageFiles' | 'releases'

/**
 * The services of a transaction or a snapshot. SQLite has one connection, and everything waits while a transaction has it,
 * so that work must not wait for anything but the database.
 */
export type InnerServices = Omit<OuterServices, SlowServices>

/** The services of a request outside of transactions. The database is that of its context, which has the caller's lane. */
export type OuterServices = Omit<Services, 'db'>

/** Services as a host builds them, with the whole database. */
export type HostServices = Services & { db: Kysely<Database> }

export type Settings = {
  /** Idle time after which a session ends; milliseconds. */
  sessionIdle: number
  /** Age at which a session ends; milliseconds. */
  sessionLifetime: number
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
  /** The public images that it proposes. */
  imageCatalog: readonly CatalogImage[]
}

const HOUR = 3_600_000

export const defaultSettings: Settings = {
  sessionIdle: 8 * HOUR,
  sessionLifetime: 24 * HOUR,
  changeLogRetention: 90 * 24 * HOUR,
  metricsInterval: 10_000,
  metricsRawRetention: 12 * HOUR,
  metricsRetention: 30 * 24 * HOUR,
  auditLogRetention: 90 * 24 * HOUR,
  addressesPerSilo: LIMITS.addresses.max,
  limitAttempts: true,
  externalDnsZone: null,
  extensions: true,
  fetchesImages: false,
  imageCatalog: IMAGE_CATALOG,
}
