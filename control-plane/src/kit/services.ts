import type { Clock } from '@granary/compute/clock.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { Engine } from '../database/columns.ts'
import type { Actor } from './actor.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Reader } from './reader.ts'
import type { Saml } from './saml.ts'

/** Hashing of passwords, which each host does in its own way. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes the same time whether or not there is a hash, so that an unknown user cannot be told from a wrong password. */
  verify(hash: string | null, password: string): Promise<boolean>
}

export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void

/** What the host gives to the control plane; nothing else of the outside world is reached. */
export type Services = {
  /** Reads. The host gives the whole database; kinds, the kit and tasks write by it, see `rawWriter`. */
  db: Reader
  engine: Engine
  clock: Clock
  /** Uniform random in [0, 1); tests give a seeded one. */
  random: () => number
  compute: ComputeDriver
  passwords: Passwords
  /** Signing in with SAML, where the host can do it. */
  saml?: Saml
  log: Log
  /** Tells this and the other servers on the same database that something was committed. */
  notify: () => void
  /** Hears what any of them commits. Returns the end of it. */
  listen: (wake: () => void) => () => void
  /** Replaces the session cookie as the way to tell who asks. */
  authenticate?: (request: Request) => Promise<Actor | null>
  settings: Settings
}

/** Services as a host makes them, with the whole database. */
export type HostServices = Services & { db: Kysely<Database> }

export type Settings = {
  /** Cookies are marked `Secure`. */
  secureCookies: boolean
  /** A session ends when it was not used for so long; milliseconds. */
  sessionIdle: number
  /** A session ends so long after it began; milliseconds. */
  sessionLifetime: number
  /** Failed sign-ins by one name and address before further ones wait. */
  signInAttempts: number
  /** How long such a wait lasts; milliseconds. */
  signInWindow: number
  /**
   * DNS zone in which silos have their host names, `SILO.sys.ZONE`; certificates must be for them. Null where there is
   * none: then certificates may be for any name.
   */
  externalDnsZone: string | null
}

const HOUR = 3_600_000

export const defaultSettings: Settings = {
  secureCookies: false,
  sessionIdle: 8 * HOUR,
  sessionLifetime: 24 * HOUR,
  signInAttempts: 10,
  signInWindow: HOUR / 4,
  externalDnsZone: null,
}
