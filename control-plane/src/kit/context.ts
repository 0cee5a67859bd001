import type { Clock } from '@granary/compute/clock.ts'
import type { Engine } from '../database/columns.ts'
import type { Actor, Provisioner } from './actor.ts'
import type { Change } from './change.ts'
import type { Reader } from './reader.ts'
import type { Services } from './services.ts'

/** What every handler is given. All of it can be replaced in a test. */
export type Context = {
  /** Inside of a write this is the transaction; a handler never commits by itself. */
  db: Reader
  engine: Engine
  services: Services
  clock: Clock
  requestId: string
  operation: string
  /** Who asks; null only where the operation is public, or when the system acts by itself. */
  actor: Actor | null
  /** Who asks by SCIM; there is no actor then. */
  provisioner?: Provisioner
  /** Changes to be written to the change log with the transaction. */
  changes: Change[]
  /** Runs when the transaction is committed (a handler may be repeated before that). */
  afterCommit: (() => void)[]
}

/** The user who asks. Operations that are not public never run without one. */
export function actorOf(context: Context): Actor {
  if (!context.actor) throw new Error(`${context.operation} ran without an actor`)
  return context.actor
}

/** The time of the request, as it is stored. */
export const now = (context: Context): string => context.clock.now().toISOString()
