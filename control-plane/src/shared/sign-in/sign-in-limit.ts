import { unlogged } from '../../kit/unlogged.ts'
import { type Context, now } from '../../kit/context.ts'
import { ApiError } from '../../kit/errors.ts'
import { hashToken } from './token.ts'

/**
 * The sources of sign-in attempts: user name and client address, each with its own counter. The name is stored as a
 * hash, because people type their password there by mistake.
 */
export const attemptKeys = async (silo: string, username: string, address: string): Promise<string[]> => [
  `name:${await hashToken(`${silo}/${username}`)}`,
  `address:${address}`,
]

/** The same for device codes, which a user might guess. */
export const deviceAttemptKeys = (userId: string, address: string): string[] => [
  `name:device/${userId}`,
  `address:device/${address}`,
]

/** Higher than the limit per name, because many people may share one address. */
const ADDRESS_ALLOWANCE = 5

/**
 * @param what the kind of attempt, for the message.
 * @throws ApiError 429 with `retry-after` (seconds) after too many failures with this name, or from this address.
 */
export async function checkAttempts(
  context: Context,
  keys: string[],
  what = 'failed sign-ins',
): Promise<void> {
  const { signInAttempts, signInWindow } = context.services.settings
  const rows = await context.db.selectFrom('sign_in_attempt').selectAll().where('key', 'in', keys).execute()
  for (const row of rows) {
    const allowed = row.key.startsWith('address:') ? signInAttempts * ADDRESS_ALLOWANCE : signInAttempts
    const left = Date.parse(row.time_first) + signInWindow - context.clock.now().getTime()
    if (row.failures < allowed || left <= 0) continue
    const seconds = Math.ceil(left / 1000)
    throw new ApiError(429, 'TooManyRequests', `too many ${what}; try again in ${seconds} seconds`, {
      'retry-after': String(seconds),
    })
  }
}

/** Counts a failure. The counter restarts when the window since its first failure has passed. */
export async function countFailure(context: Context, keys: string[]): Promise<void> {
  const time = now(context)
  const windowStart = new Date(
    context.clock.now().getTime() - context.services.settings.signInWindow,
  ).toISOString()
  await unlogged(context).deleteFrom('sign_in_attempt').where('time_first', '<', windowStart).execute()
  for (const key of keys)
    await unlogged(context)
      .insertInto('sign_in_attempt')
      .values({ key, failures: 1, time_first: time })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((update) => ({ failures: update('sign_in_attempt.failures', '+', 1) })),
      )
      .execute()
}

/** Clears the counter of a name after a successful sign-in. */
export async function forgetFailures(context: Context, keys: string[]): Promise<void> {
  const names = keys.filter((key) => key.startsWith('name:'))
  await unlogged(context).deleteFrom('sign_in_attempt').where('key', 'in', names).execute()
}
