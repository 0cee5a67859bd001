import { unlogged } from '../kit/sql/unlogged.ts'
import type { DeviceAuthRequestRow } from '../database/schema.ts'
import { readDeviceCode } from '@granary/domain/device-codes.ts'
import { ownSilo } from '../kit/resources/authorization.ts'
import { accessToken } from '../kinds/access-token.ts'
import { tokenLifetimeLimit } from '../kinds/auth-settings.ts'
import { actorOf, type Context, now } from '../kit/context/context.ts'
import { invalidRequest, notFound } from '../kit/base/errors.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { isExpired } from '../access/token.ts'
import { CODE_LIFETIME, secondsAfter } from './request.ts'

/**
 * Returns the request of the device that waits with this code.
 * @throws ApiError 404 for a code that no device waits with; 400 if the code has expired.
 */
async function waitingRequest(context: Context, code: string): Promise<DeviceAuthRequestRow> {
  const { db } = context
  const waiting = db.selectFrom('device_auth_request').selectAll().where('time_confirmed', 'is', null)
  const request = await waiting.where('user_code', '=', readDeviceCode(code) ?? '').executeTakeFirst()
  // The code may be a mistyped one that still holds, so the log has none.
  if (!request) throw notFound('device-auth-request', { id: code }).because('no device waits with this code')
  if (isExpired(request, context.clock)) throw invalidRequest('device authorization request expired')
  return request
}

/**
 * Describes the request of a device before the caller confirms it.
 * @throws ApiError as `confirmRequest`.
 */
export async function describeRequest(context: Context, code: string) {
  const request = await waitingRequest(context, code)
  return {
    clientAddress: request.client_address,
    clientName: request.client_name,
    timeCreated: request.time_created,
    tokenExpires: await expiryOf(context, now(context), request.ttl_seconds),
  }
}

/**
 * Confirms the device with this code: it gets a token of the caller. A code is good for one token.
 * @throws ApiError 404 for a code that no device waits with; 400 if the code has expired, or the device requests a
 * token with a longer lifetime than allowed, or the caller has too many tokens.
 */
export async function confirmRequest(context: Context, code: string): Promise<void> {
  const { db } = context
  const request = await waitingRequest(context, code)
  const { userId } = actorOf(context)
  await requireRoom(context, 'accessTokens', userId)
  const time = now(context)
  const token = {
    id: crypto.randomUUID(),
    user_id: userId,
    token_hash: request.token_hash,
    time_created: time,
    time_expires: await expiryOf(context, time, request.ttl_seconds),
    name: request.client_name,
  }
  await accessToken.create(context, ownSilo(context), token)
  await unlogged({ db })
    .updateTable('device_auth_request')
    .set({
      time_confirmed: time,
      token_id: token.id,
      time_expires: secondsAfter(time, CODE_LIFETIME),
    })
    .where('id', '=', request.id)
    .execute()
}

/**
 * Returns the expiry of a token that is issued now: as the device requests, within the silo's limit. A token cannot
 * issue one that outlives it. Null for no expiry.
 */
async function expiryOf(context: Context, begin: string, wanted: number | null): Promise<string | null> {
  const { siloId, token } = actorOf(context)
  const limit = await tokenLifetimeLimit(context, siloId)
  if (wanted !== null && limit !== null && wanted > limit)
    throw invalidRequest(
      `the device asks for a token that holds for ${wanted} seconds; the silo allows ${limit} at most`,
    )
  const seconds = wanted ?? limit
  const expiry = seconds === null ? null : secondsAfter(begin, seconds)
  const own = token?.timeExpires ?? null
  if (own === null || (expiry !== null && expiry <= own)) return expiry
  if (wanted !== null)
    throw invalidRequest(`the device asks for a token that holds longer than the one it is confirmed with`)
  return own
}
