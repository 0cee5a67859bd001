import type { Context } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { countAttempt } from './attempts.ts'
import { stepOf } from './one-time-codes.ts'
import { hashToken } from './token.ts'

/** Returns the second factor of a user in its API form, or null. */
export async function secondFactorOf({ db }: Context, userId: string) {
  const factor = await db
    .selectFrom('second_factor')
    .select('time_confirmed')
    .where('user_id', '=', userId)
    .where('time_confirmed', 'is not', null)
    .executeTakeFirst()
  if (!factor) return null
  const { left } = await db
    .selectFrom('recovery_code')
    .select((row) => row.fn.countAll().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { timeConfirmed: factor.time_confirmed!, recoveryCodesLeft: Number(left) }
}

/**
 * Checks the code of a user who has entered the right password. Wrong codes are limited by user.
 * @returns whether the user has a second factor.
 * @throws ApiError 401 SecondFactorRequired without a code or for a wrong one, 429 after too many.
 */
export async function passSecondFactor(
  context: Context,
  userId: string,
  code: string | undefined,
): Promise<boolean> {
  if (!(await secondFactorOf(context, userId))) return false
  const text = compact(code ?? '')
  if (text === '') throw missingCode()
  await tryCode(context, userId, async () => {
    if (await takeCode(context, userId, text)) context.trail.credential = { kind: 'one_time_code', id: null }
    else if (await takeRecoveryCode(context, userId, text))
      context.trail.credential = { kind: 'recovery_code', id: null }
    else throw refused('not_allowed', 'the code is wrong, expired or already used')
  })
  return true
}

/**
 * Checks, in the transaction that begins a session without a code, that the user still needs none.
 * @throws ApiError 401 SecondFactorRequired for a user who has set up a second factor since the password was checked.
 */
export async function requireNoSecondFactor(context: Context, userId: string): Promise<void> {
  if (await secondFactorOf(context, userId)) throw missingCode()
}

const missingCode = () => refused('required', 'enter the code of your authenticator app')

/** Runs a check of a code of a user. One that throws counts as a wrong code. @throws ApiError 429 after too many. */
export async function tryCode(context: Context, userId: string, check: () => Promise<void>): Promise<void> {
  const attempt = await countAttempt(context, [{ limit: 'secondFactor', of: userId }], 'wrong codes')
  await check()
  await attempt.succeed('secondFactor')
}

/** Uses up a one-time code. @returns false for a wrong code, and for one that was used or is older than one that was. */
export async function takeCode(context: Context, userId: string, code: string): Promise<boolean> {
  const factor = await context.db
    .selectFrom('second_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const step = factor && /^\d{6}$/.test(code) ? stepOf(factor.secret, code, context.clock.now()) : null
  if (step === null) return false
  const { numUpdatedRows } = await unlogged(context)
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

async function takeRecoveryCode(context: Context, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await unlogged(context)
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfRecoveryCode(userId, code))
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Returns the hash of a recovery code, which is stored instead. The codes are random, so a fast hash is enough. */
export const hashOfRecoveryCode = (userId: string, code: string): string =>
  hashToken(`${userId}/${compact(code)}`)

/** Removes the spaces and hyphens that people type, and the case. */
export const compact = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

const refused = (code: 'required' | 'not_allowed', message: string) =>
  new ApiError(401, 'SecondFactorRequired', message).at('code', code)
