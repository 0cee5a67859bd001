import { KNOWN_ADDRESS_LIFETIME, MAX_KNOWN_ADDRESSES } from '@granary/domain/attempt-limits.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import { type Context, now } from '../../kit/context.ts'
import { unlogged } from '../../kit/unlogged.ts'
import { type Attempt, countAttempt } from './attempts.ts'
import { hashToken } from './token.ts'

/** A password for a name from an address. `userId` is null for a name that no user of the silo has. */
export type Guess = { siloName: string; username: string; userId: string | null; clientAddress: string }

/**
 * Counts a password before it is checked. The name is stored as a hash, because people type their password there by
 * mistake.
 * @throws ApiError 429 when a limit is reached.
 */
export async function countPassword(context: Context, guess: Guess): Promise<Attempt> {
  const name = await hashToken(`${guess.siloName}/${guess.username}`)
  const network = clientNetwork(guess.clientAddress)
  return countAttempt(context, [
    { limit: 'nameAtAddress', of: `${name}@${network}` },
    { limit: 'address', of: network },
    ...((await isKnown(context, guess.userId, network)) ? [] : [{ limit: 'name', of: name } as const]),
  ])
}

async function isKnown({ db }: Context, userId: string | null, network: string): Promise<boolean> {
  if (userId === null) return false
  const row = await db
    .selectFrom('known_address')
    .select('network')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Remembers that a user signed in from an address, and forgets their oldest addresses. Never this one: others may have a later time,
 * because the clock was set back.
 */
export async function rememberAddress(context: Context, userId: string, address: string): Promise<void> {
  const time = now(context)
  const network = clientNetwork(address)
  await unlogged(context)
    .insertInto('known_address')
    .values({ user_id: userId, network, time_last_used: time })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ time_last_used: time }))
    .execute()
  const oldest = new Date(context.clock.now().getTime() - KNOWN_ADDRESS_LIFETIME).toISOString()
  const latest = context.db
    .selectFrom('known_address')
    .select('network')
    .where('user_id', '=', userId)
    .where('network', '<>', network)
    .where('time_last_used', '>', oldest)
    .orderBy('time_last_used', 'desc')
    .limit(MAX_KNOWN_ADDRESSES - 1)
  await unlogged(context)
    .deleteFrom('known_address')
    .where('user_id', '=', userId)
    .where('network', '<>', network)
    .where('network', 'not in', latest)
    .execute()
}
