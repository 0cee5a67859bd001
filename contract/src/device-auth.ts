import { z } from 'zod'
import { anyone, signedIn } from './needs.ts'
import { family, post } from './operation.ts'
import { Timestamp, Uuid } from './scalars.ts'

export const DeviceAuthRequest = z
  .object({
    clientId: Uuid.meta({
      description: 'Any id that the device chooses for itself; the token is given to the same one only.',
    }),
    ttlSeconds: z
      .int()
      .min(1)
      .max(4_294_967_295)
      .nullish()
      .meta({ description: 'How long the token is to hold; as long as the silo allows unless given.' }),
  })
  .meta({ id: 'DeviceAuthRequest' })

export const DeviceAuthorization = z
  .object({
    deviceCode: z.string().meta({ description: 'Secret with which the device fetches its token' }),
    userCode: z.string().meta({ description: 'Code that the user enters in the browser' }),
    verificationUri: z.string().meta({ description: 'Address of the page that takes the code' }),
    expiresIn: z.int().meta({ description: 'Seconds until both codes expire' }),
  })
  .meta({ id: 'DeviceAuthorization' })

export const DeviceAuthVerify = z
  .object({ userCode: z.string().min(1).max(64).meta({ description: 'Code that the device shows' }) })
  .meta({ id: 'DeviceAuthVerify' })

export const DeviceAuthDescription = z
  .object({
    clientAddress: z.string().meta({ description: 'Address that the device requested the code from' }),
    clientName: z
      .string()
      .nullable()
      .meta({ description: 'Program and system of the device, as it names them; null when unknown' }),
    timeCreated: Timestamp.meta({ description: 'When the device requested the code' }),
    tokenExpires: Timestamp.nullable().meta({
      description: 'When the token would expire if you confirmed now; null when it would not',
    }),
  })
  .meta({ id: 'DeviceAuthDescription' })

export const DeviceAccessTokenRequest = z
  .object({
    grantType: z
      .string()
      .max(256)
      .meta({ description: '`urn:ietf:params:oauth:grant-type:device_code` (RFC 8628 section 3.4)' }),
    deviceCode: z.string().max(256).meta({ description: "Secret from the answer to the device's request" }),
    clientId: Uuid.meta({ description: 'The ID that the device chose in its request' }),
  })
  .meta({ id: 'DeviceAccessTokenRequest' })

export const DeviceAccessTokenGrant = z
  .object({
    accessToken: z
      .string()
      .meta({ description: 'The token, for the `Authorization: Bearer` header; it is shown only here' }),
    tokenType: z.literal('bearer'),
    tokenId: Uuid.meta({ description: 'ID of the token, to revoke it by' }),
    timeExpires: Timestamp.nullable().meta({ description: 'When the token expires; null when it does not' }),
  })
  .meta({ id: 'DeviceAccessTokenGrant' })

/** An error in the form of OAuth (RFC 6749 section 5.2). */
export const OAuthRefusal = z
  .object({
    error: z
      .enum([
        'invalid_request',
        'unsupported_grant_type',
        'authorization_pending',
        'access_denied',
        'expired_token',
      ])
      .meta({
        description: '`authorization_pending` until a user confirms the code; any other value is final.',
      }),
    errorDescription: z.string().meta({ description: 'The reason in words' }),
  })
  .meta({ id: 'OAuthRefusal' })

/** RFC 8628: how a command line or another device without a browser gets a token. */
export const deviceAuth = family('console-auth', {
  deviceAuthRequest: post('/device/auth', {
    summary: 'Request a device code for a user to confirm in a browser',
    description:
      'Starts the device authorization grant of RFC 8628. The device shows the user code and polls for the token.',
    needsSpace: false,
    isAudited: false,
    needs: anyone,
    changes: [],
    body: DeviceAuthRequest,
    bodyType: 'form',
    response: DeviceAuthorization,
    refusal: OAuthRefusal,
    status: 200,
    maxBody: 4096,
  }),
  deviceAuthConfirm: post('/device/confirm', {
    summary: 'Confirm the code of a device',
    description:
      'Grants the device that shows this code an access token of the caller. Wrong codes are limited.',
    needsSpace: false,
    expectedFailures: { 400: 'the code has expired', 404: 'no device shows this code' },
    needs: signedIn,
    changes: ['device-access-token'],
    body: DeviceAuthVerify,
  }),
  deviceAuthInspect: post('/experimental/v1/device/inspect', {
    summary: 'Describe the device that shows a code',
    description:
      'Tells where the code was requested and how long the token would be valid, so that you can compare before you confirm. Wrong codes are limited.',
    needsSpace: false,
    expectedFailures: { 400: 'the code has expired', 404: 'no device shows this code' },
    needs: signedIn,
    changes: [],
    body: DeviceAuthVerify,
    response: DeviceAuthDescription,
    status: 200,
  }),
  deviceAccessToken: post('/device/token', {
    summary: 'Fetch the access token for a confirmed device code',
    description:
      'Polled by the device until the code is confirmed, as in RFC 8628. Each code yields its token once.',
    needsSpace: false,
    meaning: 'sign_in',
    isAudited: false,
    needs: anyone,
    changes: [],
    body: DeviceAccessTokenRequest,
    bodyType: 'form',
    response: DeviceAccessTokenGrant,
    refusal: OAuthRefusal,
    status: 200,
    maxBody: 4096,
  }),
})
