import type { Actor } from '../kit/context.ts'
import { unauthorized } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { loadActor } from './actor.ts'
import { cookieOf } from './cookie.ts'
import { hashToken } from './token.ts'

/** The time of last use is written down at most this often: it is only needed for the idle limit. */
const USE_GRANULARITY = 60_000

/**
 * Who asks. No credential is nobody; a credential that does not hold is refused at once.
 * @throws ApiError 401 for a session that is unknown, idle for too long or too old.
 */
export async function authenticate(services: Services, request: Request): Promise<Actor | null> {
  if (services.authenticate) return services.authenticate(request)
  const token = cookieOf(request)
  if (!token) return null
  const { db, clock } = services
  const session = await db
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', await hashToken(token))
    .executeTakeFirst()
  if (!session) return refuse(request)
  const now = clock.now().getTime()
  const idle = now - Date.parse(session.time_last_used)
  if (isOver(session, services)) {
    await db.deleteFrom('session').where('id', '=', session.id).execute()
    return refuse(request)
  }
  if (idle > Math.min(USE_GRANULARITY, services.settings.sessionIdle / 10))
    await db
      .updateTable('session')
      .set({ time_last_used: new Date(now).toISOString() })
      .where('id', '=', session.id)
      .execute()
  return (await loadActor(db, session.user_id, session.id)) ?? refuse(request)
}

type Times = { time_created: string; time_last_used: string }

/** Whether a session was not used for too long, or began too long ago. */
export function isOver(session: Times, { clock, settings }: Services): boolean {
  const now = clock.now().getTime()
  return (
    now - Date.parse(session.time_last_used) > settings.sessionIdle ||
    now - Date.parse(session.time_created) > settings.sessionLifetime
  )
}

/** Deletes the sessions that are over; nobody can come back to them. */
export async function forgetOldSessions({ db, clock, settings }: Services): Promise<void> {
  const before = (age: number) => new Date(clock.now().getTime() - age).toISOString()
  await db
    .deleteFrom('session')
    .where((where) =>
      where.or([
        where('time_last_used', '<', before(settings.sessionIdle)),
        where('time_created', '<', before(settings.sessionLifetime)),
      ]),
    )
    .execute()
}

/** Signing in and out work with a stale cookie as they do without one. */
function refuse(request: Request): null {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/v1/login/') || pathname === '/v1/logout' || pathname === '/v1/ping') return null
  throw unauthorized()
}
