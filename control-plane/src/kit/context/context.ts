import type { Clock } from '@granary/compute/clock.ts'
import { siloMay } from '@granary/domain/roles.ts'
import type { Engine } from '../../database/columns.ts'
import type { Actor, Provisioner } from '../base/actor.ts'
import type { Change } from '../log/change.ts'
import type { Reader } from './reader.ts'
import type { InnerServices, OuterServices } from './services.ts'
import type { Trail } from '../log/trail.ts'

/** Dependencies of a handler. Tests can replace each of them. */
export type Context = {
  /** The transaction during a write; a handler never commits. */
  db: Reader
  engine: Engine
  services: InnerServices
  clock: Clock
  requestId: string
  operation: string
  /** Whether its writes go on although the silo of the caller has filled its part of the logs. */
  goesOn: boolean
  /** Length of the request's body, unless it is a stream: it bounds what a change stores. */
  bodyBytes?: number
  /** The caller; null only if the operation is public or the system acts. */
  actor: Actor | null
  /** The identity provider that calls by SCIM; `actor` is null then. */
  provisioner?: Provisioner
  /** What the security log will say about the request. Handlers only add to it. */
  trail: Trail
  /** Changes to write to the change log with the transaction. */
  changes: Change[]
  /** Runs after the commit. A handler may run several times before that. */
  afterCommit: (() => void)[]
}

/**
 * The dependencies of work outside of a transaction and of a snapshot, which may wait for the driver and the network. A
 * transaction never gets it.
 */
export type OuterContext = Context & { services: OuterServices }

/** The dependencies of work that only reads the database, and does so for every caller alike. */
export type ReadContext = Pick<Context, 'db' | 'engine'>

/** Returns the calling user. Operations that are not public never run without one. */
export function actorOf(context: Context): Actor {
  if (!context.actor) throw new Error(`${context.operation} ran without an actor`)
  return context.actor
}

/** Which projects of their silo the caller may see: all, or those of a list. */
export function visibility(context: Context): { all: boolean; projects: ReadonlyMap<string, unknown> } {
  const { grants } = actorOf(context)
  return { all: siloMay(grants, 'list_contents', { ownSilo: true }), projects: grants.projects }
}

/** Returns the time of the request in its stored form. */
export const now = (context: Context): string => context.clock.now().toISOString()
