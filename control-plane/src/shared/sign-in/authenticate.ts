import { unlogged } from '../../kit/unlogged.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Actor } from '../../kit/actor.ts'
import { unauthorized } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { accessTokenOf, isExpired } from './access-token.ts'
import { loadActor } from './actor.ts'
import { cookieOf } from './cookie.ts'
import { hashToken } from './token.ts'

/** Minimum interval between updates of the last-used time, which only the idle limit needs. */
const USE_GRANULARITY = 60_000

/**
 * Authenticates the caller by session cookie, else by access token. Without credentials the caller is anonymous. The
 * first credential present decides: if it is invalid, the second is not tried.
 * @throws ApiError 401 for a session that is unknown, idle too long or too old, or for a token that is
 * unknown or expired.
 */
export async function authenticate(services: Services, request: Request): Promise<Actor | null> {
  if (services.authenticate) return services.authenticate(request)
  const cookie = cookieOf(request)
  if (cookie) return (await bySession(services, cookie)) ?? refuse(request)
  const token = accessTokenOf(request)
  if (token) return (await byAccessToken(services, token)) ?? refuse(request)
  return null
}

async function bySession(services: Services, token: string): Promise<Actor | null> {
  const { db, clock } = services
  const session = await db
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', await hashToken(token))
    .executeTakeFirst()
  if (!session) return null
  const now = clock.now().getTime()
  const idle = now - Date.parse(session.time_last_used)
  if (isOver(session, services)) {
    await unlogged({ db }).deleteFrom('session').where('id', '=', session.id).execute()
    return null
  }
  if (idle > Math.min(USE_GRANULARITY, services.settings.sessionIdle / 10))
    await unlogged({ db })
      .updateTable('session')
      .set({ time_last_used: new Date(now).toISOString() })
      .where('id', '=', session.id)
      .execute()
  return loadActor(db, session.user_id, session.id)
}

async function byAccessToken({ db, clock }: Services, token: string): Promise<Actor | null> {
  const row = await db
    .selectFrom('access_token')
    .selectAll()
    .where('token_hash', '=', await hashToken(token))
    .executeTakeFirst()
  if (!row || isExpired(row, clock)) return null
  return loadActor(db, row.user_id, null, { id: row.id, timeExpires: row.time_expires })
}

type Times = { time_created: string; time_last_used: string }

/** Whether a session has exceeded the idle limit or its maximum age. */
export function isOver(session: Times, { clock, settings }: Services): boolean {
  const now = clock.now().getTime()
  return (
    now - Date.parse(session.time_last_used) > settings.sessionIdle ||
    now - Date.parse(session.time_created) > settings.sessionLifetime
  )
}

/** Whether an actor's credential is still valid: a session or a token can end while a stream is open. */
export async function stillHolds(services: Services, { sessionId, token }: Actor): Promise<boolean> {
  const { db, clock } = services
  if (sessionId) {
    const session = await db.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirst()
    if (!session || isOver(session, services)) return false
  }
  if (!token) return true
  const row = await db.selectFrom('access_token').selectAll().where('id', '=', token.id).executeTakeFirst()
  return row !== undefined && !isExpired(row, clock)
}

/** SQL condition for sessions that are still valid; the counterpart of `isOver` for lists. */
export function lasting({ clock, settings }: Services) {
  const before = (age: number) => new Date(clock.now().getTime() - age).toISOString()
  return (row: ExpressionBuilder<Database, 'session'>) =>
    row.and([
      row('session.time_last_used', '>=', before(settings.sessionIdle)),
      row('session.time_created', '>=', before(settings.sessionLifetime)),
    ])
}

/** Deletes expired sessions. */
export async function forgetOldSessions(services: Services): Promise<void> {
  await unlogged(services)
    .deleteFrom('session')
    .where((row) => row.not(lasting(services)(row)))
    .execute()
}

/** Operations that need no credential also accept an invalid one. */
const OPEN = /^\/(login\/|v1\/(login\/|logout$|ping$)|device\/(auth|token)$)/

function refuse(request: Request): null {
  if (OPEN.test(new URL(request.url).pathname)) return null
  throw unauthorized()
}
