import { unlogged } from '../kit/sql/unlogged.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import { formatDeviceCode, newDeviceCode } from '@granary/domain/device-codes.ts'
import { LIMITS, limitMessage } from '@granary/domain/limits.ts'
import { deleteExpiredTokens } from '../kinds/access-token.ts'
import { type Context, now } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'
import { randomFree } from '../kit/base/random-free.ts'
import { tokenFromDeviceCode } from '../access/token.ts'
import { hashToken, newToken } from '../access/token.ts'

/** Seconds until a code expires, and after a confirmation until the token can no longer be fetched. */
export const CODE_LIFETIME = 300

const HOUR = 3_600_000

/** Returns a stored time plus some seconds. */
export const secondsAfter = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + seconds * 1000).toISOString()

/** Returns a cryptographically random number in [0, 1), so that codes cannot be predicted. */
const secretRandom = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/** The device that requests a token: its address, and its program in words. */
export type DeviceClient = { address: string; name: string | null }

/**
 * Stores a device's request for a token.
 * @returns the answer to the device, in wire names.
 * @throws ApiError 429 if its address has too many open requests.
 */
export async function openRequest(
  context: Context,
  { clientId, ttlSeconds }: { clientId: string; ttlSeconds?: number | null | undefined },
  client: DeviceClient,
) {
  const network = clientNetwork(client.address)
  await requireRoom(context, network)
  const taken = (code: string) =>
    context.db.selectFrom('device_auth_request').select('id').where('user_code', '=', code).executeTakeFirst()
  const userCode = await randomFree(() => newDeviceCode(secretRandom), taken)
  const deviceCode = newToken()
  const time = now(context)
  await unlogged(context)
    .insertInto('device_auth_request')
    .values({
      id: crypto.randomUUID(),
      device_code_hash: hashToken(deviceCode),
      token_hash: hashToken(tokenFromDeviceCode(deviceCode)),
      user_code: userCode,
      client_id: clientId,
      client_address: client.address,
      client_network: network,
      client_name: client.name,
      ttl_seconds: ttlSeconds ?? null,
      time_created: time,
      time_expires: secondsAfter(time, CODE_LIFETIME),
      time_confirmed: null,
      token_id: null,
    })
    .execute()
  return { device_code: deviceCode, user_code: formatDeviceCode(userCode), expires_in: CODE_LIFETIME }
}

/** Unauthenticated clients would otherwise fill the database. */
async function requireRoom(context: Context, network: string): Promise<void> {
  const { count } = await context.db
    .selectFrom('device_auth_request')
    .select((select) => select.fn.countAll().as('count'))
    .where('client_network', '=', network)
    .where('time_expires', '>', now(context))
    .executeTakeFirstOrThrow()
  if (Number(count) < LIMITS.deviceRequests.max) return
  throw new ApiError(429, 'TooManyRequests', limitMessage('deviceRequests'), {
    'retry-after': String(CODE_LIFETIME),
  })
}

/**
 * Deletes requests and tokens an hour after they expire. Until then, a late device or a late confirmation gets an error
 * about the expiry instead of an unknown code.
 */
export async function deleteExpiredRequests(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - HOUR).toISOString()
  await unlogged(context).deleteFrom('device_auth_request').where('time_expires', '<', before).execute()
  await deleteExpiredTokens(context, before)
}
