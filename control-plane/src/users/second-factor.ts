import { contract } from '@granary/contract/contract.ts'
import type { SiloUserRow } from '../database/schema.ts'
import { isSecondFactorRequired } from '../kinds/auth-settings.ts'
import { userOf } from '../kinds/find-principal.ts'
import { handlers } from '../kinds/handler.ts'
import { inSilo, siloUser } from '../kinds/principal.ts'
import { noteAccessChange } from '../kit/sql/access-version.ts'
import { answer } from '../kit/request/answer.ts'
import { actorOf, type Context, now } from '../kit/context/context.ts'
import { invalidRequest, invalidValue } from '../kit/base/errors.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { endAccess } from '../access/end-access.ts'
import { newRecoveryCodes, newSecret, uriOf } from '../access/one-time-codes.ts'
import { localCaller, requireSamePassword, verifyOwnPassword } from '../access/own-password.ts'
import { compact, hashOfRecoveryCode, secondFactorOf, takeCode, tryCode } from '../access/second-factor.ts'

/** Users set up one-time codes for their sign-in, and admins remove those of users who lost them. */
export const secondFactorHandlers = handlers({
  currentUserSecondFactorSetup: async (context) => {
    const user = await localCaller(context)
    await requireNone(context, user.id)
    const secret = newSecret()
    const row = { secret, time_created: now(context), time_confirmed: null, last_step: 0 }
    await unlogged(context)
      .insertInto('second_factor')
      .values({ user_id: user.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    return { secret, uri: uriOf(secret, `${user.external_id}@${actorOf(context).siloName}`) }
  },

  currentUserSecondFactorConfirm: {
    raw: async (context, { body }, _request, { clientAddress }) => {
      const user = await localCaller(context)
      await requireNone(context, user.id)
      await verifyOwnPassword(context, user, { path: 'password', password: body.password }, clientAddress)
      let recoveryCodes: string[] = []
      await tryCode(context, user.id, async () => {
        recoveryCodes = await inTransaction(context, (inner) => confirmFactor(inner, user, body.code))
      })
      return answer(contract.currentUserSecondFactorConfirm, { recoveryCodes })
    },
  },

  currentUserSecondFactorRecovery: {
    raw: async (context, { body }, _request, { clientAddress }) => {
      const user = await localCaller(context)
      await verifyOwnPassword(context, user, { path: 'password', password: body.password }, clientAddress)
      if (!(await secondFactorOf(context, user.id))) throw invalidRequest('you have no second factor')
      const recoveryCodes = await inTransaction(context, async (inner) => {
        await requireSamePassword(inner, user)
        siloUser.touch(inner, inSilo(user))
        return replaceRecoveryCodes(inner, user.id)
      })
      return answer(contract.currentUserSecondFactorRecovery, { recoveryCodes })
    },
  },

  currentUserSecondFactorRemove: {
    raw: async (context, { body }, _request, { clientAddress }) => {
      const user = await localCaller(context)
      await verifyOwnPassword(context, user, { path: 'password', password: body.password }, clientAddress)
      if (await isSecondFactorRequired(context, user.silo_id))
        throw invalidRequest('your silo requires a second factor; an admin can reset it')
      await inTransaction(context, async (inner) => {
        await requireSamePassword(inner, user)
        await removeFactor(inner, user.id)
        siloUser.touch(inner, inSilo(user))
      })
      return answer(contract.currentUserSecondFactorRemove)
    },
  },

  siloUserSecondFactorView: async (context, { path, found }) => {
    const user = await userOf(context, found.row.id, path.userId)
    return { secondFactor: await secondFactorOf(context, user.id) }
  },

  siloUserSecondFactorReset: async (context, { path, found }) => {
    const user = await userOf(context, found.row.id, path.userId)
    await removeFactor(context, user.id)
    await endAccess(context, user, actorOf(context).sessionId)
    siloUser.touch(context, inSilo(user))
  },
})

/**
 * Makes the secret a second factor of which the user has entered a code, in one transaction, so that another session can't
 * replace the secret in between. Ends the user's other sessions and access tokens, because a password alone was enough for them.
 * @returns the recovery codes.
 * @throws ApiError 400 for a wrong code.
 */
async function confirmFactor(context: Context, user: SiloUserRow, code: string): Promise<string[]> {
  await requireSamePassword(context, user)
  await requireNone(context, user.id)
  if (!(await takeCode(context, user.id, compact(code))))
    throw invalidValue('code', 'not_allowed', 'this is not the code that the app shows now').because(
      'the code is wrong, expired or already used',
    )
  await unlogged(context)
    .updateTable('second_factor')
    .set({ time_confirmed: now(context) })
    .where('user_id', '=', user.id)
    .execute()
  await noteAccessChange(context)
  await endAccess(context, user, actorOf(context).sessionId)
  siloUser.touch(context, inSilo(user))
  return replaceRecoveryCodes(context, user.id)
}

/** @throws ApiError 400 for a user who has a second factor already. */
async function requireNone(context: Context, userId: string): Promise<void> {
  if (await secondFactorOf(context, userId))
    throw invalidRequest('you have a second factor already; remove it before you set up another')
}

async function removeFactor(context: Context, userId: string): Promise<void> {
  for (const table of ['second_factor', 'recovery_code'] as const)
    await unlogged(context).deleteFrom(table).where('user_id', '=', userId).execute()
  await noteAccessChange(context)
}

async function replaceRecoveryCodes(context: Context, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await unlogged(context).deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  for (const code of codes)
    await unlogged(context)
      .insertInto('recovery_code')
      .values({ user_id: userId, code_hash: hashOfRecoveryCode(userId, code) })
      .execute()
  return codes
}
