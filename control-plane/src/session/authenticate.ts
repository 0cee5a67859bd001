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
  const { db, clock, settings } = services
  const session = await db
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', await hashToken(token))
    .executeTakeFirst()
  if (!session) return refuse(request)
  const now = clock.now().getTime()
  const idle = now - Date.parse(session.time_last_used)
  if (idle > settings.sessionIdle || now - Date.parse(session.time_created) > settings.sessionLifetime) {
    await db.deleteFrom('session').where('id', '=', session.id).execute()
    return refuse(request)
  }
  if (idle > USE_GRANULARITY)
    await db
      .updateTable('session')
      .set({ time_last_used: new Date(now).toISOString() })
      .where('id', '=', session.id)
      .execute()
  return (await loadActor(db, session.user_id, session.id)) ?? refuse(request)
}

/** Signing in and out work with a stale cookie as they do without one. */
function refuse(request: Request): null {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/v1/login/') || pathname === '/v1/logout' || pathname === '/v1/ping') return null
  throw unauthorized()
}
