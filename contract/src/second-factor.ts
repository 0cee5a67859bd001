import { z } from 'zod'
import { on, signedIn, withPowerOver } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { NameOrId, Timestamp, Uuid } from './scalars.ts'

export const SecondFactor = z
  .object({
    timeConfirmed: Timestamp.meta({ description: 'When it was set up' }),
    recoveryCodesLeft: z.int().meta({ description: 'Number of recovery codes that were not used yet' }),
  })
  .meta({ id: 'SecondFactor' })

export const SecondFactorSetup = z
  .object({
    secret: z.string().meta({ description: 'Secret in base32, to type into an authenticator app' }),
    uri: z.string().meta({ description: 'The same as an `otpauth:` URI, to show as a QR code' }),
  })
  .meta({ id: 'SecondFactorSetup' })

export const RecoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .meta({ description: 'Codes that each replace a one-time code once. They are shown only here.' }),
  })
  .meta({ id: 'RecoveryCodes' })

export const SecondFactorState = z
  .object({
    secondFactor: SecondFactor.nullable().meta({ description: "The user's second factor; null for none" }),
  })
  .meta({ id: 'SecondFactorState' })

const password = { password: z.string().max(512).meta({ description: 'Your password' }) }
export const OwnPasswordProof = z.object(password).meta({ id: 'OwnPasswordProof' })
export const SecondFactorConfirm = z
  .object({
    ...password,
    code: z.string().max(64).meta({ description: 'The code that the authenticator app shows now' }),
  })
  .meta({ id: 'SecondFactorConfirm' })

const userId = { userId: Uuid.meta({ description: 'ID of the user' }) }
const ofSilo = { silo: NameOrId.meta({ description: 'Name or ID of the silo' }) }

export const secondFactor = family('second-factor', {
  currentUserSecondFactorSetup: post('/experimental/v1/me/second-factor/setup', {
    summary: 'Begin to set up your second factor',
    description:
      'Returns a new secret for an authenticator app. Nothing changes until you confirm it with a code; a second call replaces the secret.',
    isLarge: true,
    needsSpace: false,
    beforeSecondFactor: true,
    needs: signedIn,
    changes: [],
    response: SecondFactorSetup,
    status: 200,
  }),
  currentUserSecondFactorConfirm: post('/experimental/v1/me/second-factor/confirm', {
    summary: 'Confirm your second factor with a code',
    description:
      'From now on you sign in with a code too. Your other sessions and all access tokens end. Returns recovery codes, which are not shown again.',
    isLarge: true,
    needsSpace: false,
    beforeSecondFactor: true,
    needs: signedIn,
    changes: ['silo-user', 'device-access-token'],
    body: SecondFactorConfirm,
    response: RecoveryCodes,
    status: 200,
  }),
  currentUserSecondFactorRecovery: post('/experimental/v1/me/second-factor/recovery-codes', {
    summary: 'Replace your recovery codes',
    description: 'Returns new recovery codes, which are not shown again. The old ones no longer work.',
    isLarge: true,
    needsSpace: false,
    needs: signedIn,
    changes: ['silo-user'],
    body: OwnPasswordProof,
    response: RecoveryCodes,
    status: 200,
  }),
  currentUserSecondFactorRemove: post('/experimental/v1/me/second-factor/remove', {
    summary: 'Remove your second factor',
    description:
      'You then sign in with your password alone. Refused when your silo requires a second factor.',
    isLarge: true,
    needsSpace: false,
    needs: signedIn,
    changes: ['silo-user'],
    body: OwnPasswordProof,
  }),
  siloUserSecondFactorView: get('/experimental/v1/system/users/{userId}/second-factor', {
    summary: 'Fetch whether a user has a second factor',
    description: 'Shows no secret. Users of silos with an identity provider have none here.',
    needs: on('silo', 'modify_identities'),
    shows: ['silo-user'],
    params: userId,
    query: ofSilo,
    response: SecondFactorState,
  }),
  siloUserSecondFactorReset: del('/experimental/v1/system/users/{userId}/second-factor', {
    summary: "Remove a user's second factor",
    description:
      'For users who lost their phone and their recovery codes. Ends their sessions and deletes their access tokens. Refused for a user with a stronger fleet role than yours.',
    needs: withPowerOver('user', on('silo', 'modify_identities')),
    changes: ['silo-user', 'device-access-token'],
    params: userId,
    query: ofSilo,
  }),
})
