import { present } from '../kit/base/present.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Actor } from '../kit/base/actor.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import { ApiError, unauthorized } from '../kit/base/errors.ts'
import type { InnerServices, Services } from '../kit/context/services.ts'
import { type Caller, type Credential, findCaller, hasEnded } from './caller.ts'
import { sessionTokenOf } from './cookie.ts'
import { accessTokenOf, hashToken } from './token.ts'

/** Minimum interval between updates of the last-used time, in milliseconds. */
const USE_GRANULARITY = 60_000

/** The credential that a request presents, valid or not. */
export type Presented = Credential & {
  table: 'session' | 'access_token'
  /** A session that comes over TLS under the name that was used before `__Host-`. */
  isPlantable: boolean
  /** The name that the session's cookie had before, if it still has it. */
  formerName: string | null
}

/** Returns the first credential of a request: the session cookie, else the access token. Null without one. */
export function presentedBy(request: Request, site: Pick<Bindings, 'origin'>): Presented | null {
  const session = sessionTokenOf(request, site)
  if (session) {
    const { token, ...cookie } = session
    return { table: 'session', column: 'token_hash', value: hashToken(token), ...cookie }
  }
  const token = accessTokenOf(request)
  if (token === null) return null
  const value = hashToken(token)
  return { table: 'access_token', column: 'token_hash', value, isPlantable: false, formerName: null }
}

/**
 * Authenticates the caller. Without a credential the caller is anonymous.
 * @throws ApiError 401 for a session that is unknown, idle too long or too old, or for a token that is
 * unknown or expired.
 */
export async function authenticate(
  services: Services,
  request: Request,
  presented: Presented | null,
): Promise<Actor | null> {
  if (services.authenticate) return services.authenticate(request)
  if (!presented) return null
  const caller = await findCaller(services, presented)
  const actor = caller && (await (caller.session ? ofSession : ofToken)(services, caller, presented))
  return actor ?? refuse(request)
}

async function ofSession(
  services: Services,
  caller: Caller,
  { isPlantable }: Presented,
): Promise<Actor | null> {
  const { session, actor } = caller
  // Over TLS, only a session from before `__Host-` cookies may still come under the old name.
  if (!session || (isPlantable && session.client_address !== null)) return null
  if (hasEnded(caller, services)) {
    const { db } = services
    await unlogged({ db }).deleteFrom('session').where('id', '=', session.id).execute()
    return null
  }
  await noteUse(services, session)
  return actor
}

/** Stores when a session was last used, in memory first, so that concurrent requests don't store it too. */
async function noteUse(
  { db, clock, settings }: Services,
  session: NonNullable<Caller['session']>,
): Promise<void> {
  const now = clock.now()
  const idle = now.getTime() - Date.parse(session.time_last_used)
  if (idle <= Math.min(USE_GRANULARITY, settings.sessionIdle / 10)) return
  const time_last_used = now.toISOString()
  session.time_last_used = time_last_used
  await unlogged({ db }).updateTable('session').set({ time_last_used }).where('id', '=', session.id).execute()
}

async function ofToken(services: Services, caller: Caller): Promise<Actor | null> {
  if (hasEnded(caller, services)) return null
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
        .where('id', '=', present(caller.actor.token, 'the token of a caller').id),
    )
    .onConflict((conflict) => conflict.column('token_id').doUpdateSet({ time_last_used }))
    .execute()
}

/** SQL condition for sessions that are still valid; the counterpart of `hasEnded` for lists. */
export function lasting({ clock, settings }: InnerServices) {
  const before = (age: number) => new Date(clock.now().getTime() - age).toISOString()
  return (row: ExpressionBuilder<Database, 'session'>) =>
    row.and([
      row('session.time_last_used', '>=', before(settings.sessionIdle)),
      row('session.time_created', '>=', before(settings.sessionLifetime)),
    ])
}

/** Operations that need no credential also accept an invalid one. */
const PUBLIC_PATHS = /^\/(login\/|v1\/(login\/|logout$|ping$)|device\/(auth|token)$)/

function refuse(request: Request): null {
  if (PUBLIC_PATHS.test(new URL(request.url).pathname)) return null
  throw unauthorized().because('the session or token is unknown, or has ended')
}

/** @throws ApiError 403 if the caller has to set up a second factor before this operation. */
export function requireSecondFactor({ needsSecondFactor }: Actor, id: OperationId): void {
  const { needs, beforeSecondFactor } = contract[id]
  if (needsSecondFactor && !beforeSecondFactor && needs.by !== 'anyone')
    throw new ApiError(
      403,
      'SecondFactorSetupRequired',
      'your silo requires a second factor: set it up, then you can continue',
    )
}
