import type { Actor } from '../../kit/actor.ts'
import { actorOf, type Context } from '../../kit/context.ts'
import { unauthorized } from '../../kit/errors.ts'
import type { Reader } from '../../kit/reader.ts'
import type { InnerServices } from '../../kit/services.ts'
import { isExpired } from './access-token.ts'
import { accessVersion, accessVersionIn } from '../../kit/access-version.ts'
import { type Client, isAllowedSource } from './allowed-sources.ts'
import { loadActor } from './actor.ts'
import { type Caller, knownCallers } from './known-callers.ts'
import { hostDatabase } from '../../kit/host-database.ts'

/** What identifies a caller: the hash of a session's or a token's secret, its id, or the user's id. */
export type Credential = {
  table: 'session' | 'access_token' | 'silo_user'
  column: 'token_hash' | 'id'
  value: string
}

/**
 * Returns the caller with a credential, from memory as long as nothing has changed that decides what callers may do.
 * @param knownVersion the version of access, if it has just been read.
 * @param from reads a caller that is not in memory. The database of a request takes the turns of the client's network, so a flood of
 *   unknown credentials delays only that network.
 * @returns null for an unknown credential or an inactive user. Check the result with `hasEnded`.
 */
export async function findCaller(
  services: InnerServices,
  credential: Credential,
  knownVersion?: string,
  from: Reader = hostDatabase(services),
): Promise<Caller | null> {
  const db = hostDatabase(services)
  const key = keyOf(credential)
  // The version comes first: a change after this statement makes the next request read again.
  const version = knownVersion ?? (await accessVersion({ db, engine: services.engine }))
  const known = knownCallers(db).get(version, key)
  // Another server may have noted a later use of the session.
  if (known && !hasEnded(known, services)) return known
  const caller = await readCaller(from, credential)
  if (caller) knownCallers(db).set(version, key, caller)
  return caller
}

/** Interval between two checks of an open connection's caller; milliseconds. */
export const ACCESS_CHECK_INTERVAL_MS = 5_000

/**
 * Returns the caller of a stream or console as they are now; null if they were disabled, if their session or token ended,
 * if they have to set up a second factor first, or if the allow list no longer admits the client's address.
 * @param version the version of access, which has just been read.
 */
export async function currentActor(
  services: InnerServices,
  { actor, client }: { actor: Actor; client: Client },
  version: string,
): Promise<Actor | null> {
  const caller = await findCaller(services, credentialOf(actor), version)
  const mayGoOn = caller && !hasEnded(caller, services) && !caller.actor.needsSecondFactor
  return mayGoOn && (await isAllowedSource(services, client, version)) ? caller.actor : null
}

/**
 * Returns a caller as they are now, for a transaction or snapshot whose turn came late.
 * @throws ApiError 401 if their session or token has ended, or if they were disabled.
 */
export async function callerNow(inner: Context): Promise<Actor> {
  const { services, engine } = inner
  const credential = credentialOf(actorOf(inner))
  // On SQLite, the transaction has the one connection.
  const caller = await (engine === 'sqlite'
    ? findCallerInside(inner, credential)
    : findCaller(services, credential))
  if (!caller || hasEnded(caller, services)) throw unauthorized().because('access has ended')
  return caller.actor
}

/** The same as `findCaller`, from the transaction or snapshot that it is called in. */
async function findCallerInside(inner: Context, credential: Credential): Promise<Caller | null> {
  const memory = knownCallers(hostDatabase(inner.services))
  const version = await accessVersionIn(inner)
  const key = keyOf(credential)
  const known = memory.get(version, key)
  if (known && !hasEnded(known, inner.services)) return known
  const caller = await readCaller(inner.db, credential)
  if (caller) memory.setInside(version, key, caller)
  return caller
}

const keyOf = ({ table, column, value }: Credential): string => `${table} ${column} ${value}`

function credentialOf({ sessionId, token, userId }: Actor): Credential {
  if (sessionId) return { table: 'session', column: 'id', value: sessionId }
  if (token) return { table: 'access_token', column: 'id', value: token.id }
  return { table: 'silo_user', column: 'id', value: userId }
}

async function readCaller(db: Reader, credential: Credential): Promise<Caller | null> {
  const { table, column, value } = credential
  if (table === 'silo_user') return withActor(await loadActor(db, value, null), null, null)
  if (table === 'session') {
    const session = await db.selectFrom(table).selectAll().where(column, '=', value).executeTakeFirst()
    if (!session) return null
    const actor = await loadActor(db, session.user_id, session.id)
    return withActor(actor, session, null)
  }
  const token = await db
    .selectFrom(table)
    .leftJoin('access_token_use', 'access_token_use.token_id', 'access_token.id')
    .selectAll('access_token')
    .select('access_token_use.time_last_used')
    .where(column, '=', value)
    .executeTakeFirst()
  if (!token) return null
  const { id, time_expires, time_last_used } = token
  const actor = await loadActor(db, token.user_id, null, { id, timeExpires: time_expires })
  const caller = withActor(actor, null, time_expires)
  return caller && { ...caller, token_last_used: time_last_used }
}

const withActor = (
  actor: Actor | null,
  session: Caller['session'],
  time_expires: string | null,
): Caller | null => actor && { actor, session, time_expires }

type Times = { time_created: string; time_last_used: string }

/** Whether a caller's session or token has reached its end. */
export const hasEnded = (caller: Caller, services: InnerServices): boolean =>
  (caller.session !== null && isOver(caller.session, services)) || isExpired(caller, services.clock)

/** Whether a session has exceeded the idle limit or its maximum age. */
function isOver(session: Times, { clock, settings }: InnerServices): boolean {
  const now = clock.now().getTime()
  return (
    now - Date.parse(session.time_last_used) > settings.sessionIdle ||
    now - Date.parse(session.time_created) > settings.sessionLifetime
  )
}
