import { forgetOldest } from '../kit/base/forget-oldest.ts'
import type { Actor } from '../kit/base/actor.ts'
import type { Reader } from '../kit/context/reader.ts'
import type { InnerServices } from '../kit/context/services.ts'
import { fixedQuery, queryNow } from '../kit/sql/fixed-query.ts'
import { SharedRead } from '../kit/sql/shared-read.ts'
import { type Client, isAllowedSource } from './allowed-sources.ts'
import { loadActor } from './actor.ts'
import { isExpired } from './token.ts'

/** A caller as the database described them at a version of access (see `accessVersion`), and when they end. */
export type Caller = {
  actor: Actor
  session: { id: string; time_created: string; time_last_used: string; client_address: string | null } | null
  /** When their token expires. */
  time_expires: string | null
  /** When their token was last used, as far as this server knows. */
  token_last_used?: string | null
}

/**
 * Returns a value that differs after every committed change of users, roles, groups, sessions and tokens, by this
 * server or another one. Triggers of the database count these changes. Requests of the same time share one read.
 */
export async function accessVersion({
  state,
  engine,
}: Pick<InnerServices, 'state' | 'engine'>): Promise<string> {
  const now = queryNow({ db: state.db, engine }, SUM, sumOfShards, [])
  const [sum] =
    now ?? (await state.of(versionRead).read(state, (db) => fixedQuery({ db, engine }, SUM, sumOfShards, [])))
  return String(sum?.version)
}

const versionRead = () => new SharedRead<{ version: string | number | bigint }[]>()

const SUM = [accessVersion, 'sum'] as const

const sumOfShards = (db: Reader) =>
  db.selectFrom('access_version').select((row) => row.fn.sum('version').as('version'))

/** Callers that a server remembers; the ones that were added first are forgotten first. */
const MAX_CALLERS = 10_000

/** The callers that a server remembers, by credential. Each holds for one version of access only. */
const knownCallers = () => new Map<string, { version: string; caller: Caller }>()

/** What identifies a caller: the hash of a session's or a token's secret, its id, or the user's id. */
export type Credential = {
  table: 'session' | 'access_token' | 'silo_user'
  column: 'token_hash' | 'id'
  value: string
}

/**
 * Returns the caller with a credential, from memory as long as nothing has changed that decides what callers may do.
 * @param knownVersion the version of access, if it has just been read.
 * @returns null for an unknown credential or an inactive user. Check the result with `hasEnded`.
 */
export async function findCaller(
  services: InnerServices,
  credential: Credential,
  knownVersion?: string,
): Promise<Caller | null> {
  const { state } = services
  const key = keyOf(credential)
  // The version comes first: a change after this statement makes the next request read again.
  const version = knownVersion ?? (await accessVersion(services))
  const callers = state.of(knownCallers)
  const known = callers.get(key)
  // Another server may have noted a later use of the session.
  const isCurrent = known?.version === version && !hasEnded(known.caller, services)
  services.callerFound?.(isCurrent)
  if (isCurrent) return known.caller
  const caller = await readCaller(state.db, credential)
  if (!caller) return null
  callers.delete(key)
  if (callers.size >= MAX_CALLERS) forgetOldest(callers)
  callers.set(key, { version, caller })
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
  const caller = await findCaller(services, credentialIn(actor), version)
  const mayGoOn = caller && !hasEnded(caller, services) && !caller.actor.needsSecondFactor
  return mayGoOn && (await isAllowedSource(services, client, version)) ? caller.actor : null
}

/** Returns the caller of a credential as the server remembers them, though it may hold no longer; null if it does not. */
export const rememberedCaller = ({ state }: InnerServices, credential: Credential): Actor | null =>
  state.of(knownCallers).get(keyOf(credential))?.caller.actor ?? null

const keyOf = ({ table, column, value }: Credential): string => `${table} ${column} ${value}`

function credentialIn({ sessionId, token, userId }: Actor): Credential {
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

/** Whether a caller's token has expired, or their session has exceeded the idle limit or its maximum age. */
export function hasEnded(caller: Caller, { clock, settings }: InnerServices): boolean {
  const { session } = caller
  if (!session) return isExpired(caller, clock)
  const now = clock.now().getTime()
  return (
    now - Date.parse(session.time_last_used) > settings.sessionIdle ||
    now - Date.parse(session.time_created) > settings.sessionLifetime
  )
}
