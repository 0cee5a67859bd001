import { unlogged } from '../../kit/unlogged.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Actor } from '../../kit/actor.ts'
import type { Bindings } from '../../kit/bindings.ts'
import { unauthorized } from '../../kit/errors.ts'
import { databaseInLane, laneOfNetwork } from '../../kit/lane.ts'
import type { LoggedCredential } from '../../kit/security-entry.ts'
import type { InnerServices, Services } from '../../kit/services.ts'
import { accessTokenOf } from './access-token.ts'
import { findCaller, hasEnded } from './caller.ts'
import { type SessionToken, sessionTokenOf } from './cookie.ts'
import type { Caller } from './known-callers.ts'
import { hashToken } from './token.ts'

/** Minimum interval between updates of the last-used time, in milliseconds. */
const USE_GRANULARITY = 60_000

/**
 * Authenticates the caller by session cookie, else by access token. Without credentials the caller is anonymous. The
 * first credential present decides: if it is invalid, the second is not tried.
 * @throws ApiError 401 for a session that is unknown, idle too long or too old, or for a token that is
 * unknown or expired.
 */
export async function authenticate(
  services: Services,
  request: Request,
  site: Pick<Bindings, 'origin' | 'clientAddress'>,
): Promise<Actor | null> {
  if (services.authenticate) return services.authenticate(request)
  const find: Find = (table, value) =>
    findCaller(
      services,
      { table, column: 'token_hash', value },
      undefined,
      databaseInLane(services, laneOfNetwork(site)),
    )
  const cookie = sessionTokenOf(request, site)
  if (cookie) return (await bySession(services, find, cookie)) ?? refuse(request)
  const token = accessTokenOf(request)
  if (token) return (await byAccessToken(services, find, token)) ?? refuse(request)
  return null
}

/** Finds the caller with the hash of a secret. */
type Find = (table: 'session' | 'access_token', hash: string) => Promise<Caller | null>

async function bySession(
  services: Services,
  find: Find,
  { token, isOutdated }: SessionToken,
): Promise<Actor | null> {
  const { db } = services
  const caller = await find('session', await hashOf(services, token))
  if (!caller) return null
  // Over TLS, only a session from before `__Host-` cookies may still come under the old name.
  if (isOutdated && caller.session?.client_address !== null) return null
  if (hasEnded(caller, services)) {
    await unlogged({ db }).deleteFrom('session').where('id', '=', caller.actor.sessionId!).execute()
    return null
  }
  await noteUse(services, caller)
  return caller.actor
}

/** Stores when a session was last used, in memory first, so that concurrent requests don't store it too. */
async function noteUse({ db, clock, settings }: Services, { actor, session }: Caller): Promise<void> {
  const now = clock.now()
  const idle = now.getTime() - Date.parse(session!.time_last_used)
  if (idle <= Math.min(USE_GRANULARITY, settings.sessionIdle / 10)) return
  session!.time_last_used = now.toISOString()
  await unlogged({ db })
    .updateTable('session')
    .set({ time_last_used: session!.time_last_used })
    .where('id', '=', actor.sessionId!)
    .execute()
}

async function byAccessToken(services: Services, find: Find, token: string): Promise<Actor | null> {
  const caller = await find('access_token', await hashOf(services, token))
  if (!caller || hasEnded(caller, services)) return null
  await noteTokenUse(services, caller)
  return caller.actor
}

/** Stores when a token was last used, at most once a minute, in memory first as for a session. */
async function noteTokenUse({ db, clock }: Services, caller: Caller): Promise<void> {
  const now = clock.now()
  const last = caller.token_last_used ?? null
  if (last !== null && now.getTime() - Date.parse(last) < USE_GRANULARITY) return
  const time_last_used = now.toISOString()
  caller.token_last_used = time_last_used
  await unlogged({ db })
    .insertInto('access_token_use')
    .columns(['token_id', 'time_last_used'])
    // Nothing to insert for a token that another request has just deleted.
    .expression((from) =>
      from
        .selectFrom('access_token')
        .select((row) => ['id', row.val(time_last_used).as('time_last_used')])
        .where('id', '=', caller.actor.token!.id),
    )
    .onConflict((conflict) => conflict.column('token_id').doUpdateSet({ time_last_used }))
    .execute()
}

const hashOf = (services: Services, token: string): string | Promise<string> =>
  services.sha256 ? services.sha256(token) : hashToken(token)

/** SQL condition for sessions that are still valid; the counterpart of `hasEnded` for lists. */
export function lasting({ clock, settings }: InnerServices) {
  const before = (age: number) => new Date(clock.now().getTime() - age).toISOString()
  return (row: ExpressionBuilder<Database, 'session'>) =>
    row.and([
      row('session.time_last_used', '>=', before(settings.sessionIdle)),
      row('session.time_created', '>=', before(settings.sessionLifetime)),
    ])
}

/** Returns the kind of credential that a request brings, valid or not. */
export function presentedCredential(
  request: Request,
  site: Pick<Bindings, 'origin'>,
): LoggedCredential | null {
  if (sessionTokenOf(request, site)) return { kind: 'session', id: null }
  return accessTokenOf(request) ? { kind: 'access_token', id: null } : null
}

/** Operations that need no credential also accept an invalid one. */
const PUBLIC_PATHS = /^\/(login\/|v1\/(login\/|logout$|ping$)|device\/(auth|token)$)/

function refuse(request: Request): null {
  if (PUBLIC_PATHS.test(new URL(request.url).pathname)) return null
  throw unauthorized().because('the session or token is unknown, or has ended')
}
