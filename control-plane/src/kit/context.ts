import type { Clock } from '@granary/compute/clock.ts'
import type { RoleGrants } from '@granary/domain/roles.ts'
import type { Kysely } from 'kysely'
import type { Engine } from '../database/columns.ts'
import type { Database } from '../database/schema.ts'
import type { Change } from './changes.ts'
import type { Services } from './services.ts'

/** A signed-in user of a silo, with every role that they hold, directly or by group. */
export type Actor = {
  kind: 'user'
  userId: string
  displayName: string
  siloId: string
  siloName: string
  groupIds: string[]
  grants: RoleGrants
  /** The session that the request came with; null for a user who is known by other means. */
  sessionId: string | null
  /** The access token that the request came with, if it came with one. */
  token: { id: string; timeExpires: string | null } | null
}

/** An identity provider that looks after the users and groups of one silo, as its token says. */
export type Provisioner = {
  tokenId: string
  siloId: string
  siloName: string
  /** Members of the group of this name look after the silo. */
  adminGroupName: string | null
}

/** What every handler is given. All of it can be replaced in a test. */
export type Context = {
  /** Inside of a write this is the transaction; a handler never commits by itself. */
  db: Kysely<Database>
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
