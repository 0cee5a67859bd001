import { present } from '../kit/base/present.ts'
import type { Context } from '../kit/context/context.ts'
import { isExpired, tokenFromDeviceCode } from '../access/token.ts'
import { noteSignIn } from '../access/note-user.ts'
import { hashToken } from '../access/token.ts'
import { OAuthError } from './oauth.ts'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

type Asked = { grantType: string; deviceCode: string; clientId: string }

/**
 * Answers a polling device, in wire names. After a confirmation the token can be fetched again for a while, in case an
 * answer is lost.
 * @throws OAuthError until the confirmation; an unknown code, or one of another client, looks the same.
 */
export async function fetchToken(context: Context, { grantType, deviceCode, clientId }: Asked) {
  if (grantType !== DEVICE_CODE)
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${DEVICE_CODE}`)
  const request = await context.db
    .selectFrom('device_auth_request')
    .leftJoin('access_token', 'access_token.id', 'device_auth_request.token_id')
    .select([
      'device_auth_request.time_expires',
      'device_auth_request.time_confirmed',
      'access_token.id as token_id',
      'access_token.user_id',
      'access_token.time_expires as token_expires',
    ])
    .where('device_code_hash', '=', hashToken(deviceCode))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (request && isExpired(request, context.clock))
    throw new OAuthError('expired_token', 'the code has expired; ask for a new one')
  if (!request?.time_confirmed)
    throw new OAuthError('authorization_pending', 'nobody has confirmed the code yet')
  if (!request.token_id) throw new OAuthError('access_denied', 'the token has been deleted')
  context.trail.credential = { kind: 'device_code', id: null }
  await noteSignIn(context, present(request.user_id, 'the user of the request'), {
    kind: 'access_token',
    id: request.token_id,
  })
  return {
    access_token: tokenFromDeviceCode(deviceCode),
    token_type: 'bearer',
    token_id: request.token_id,
    time_expires: request.token_expires,
  }
}
