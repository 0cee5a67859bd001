import { KNOWN_ADDRESS_LIFETIME, MAX_KNOWN_ADDRESSES } from '@granary/domain/attempt-limits.ts'
import { clientNetwork, largeNetwork } from '@granary/domain/client-networks.ts'
import { type Context, now } from '../kit/context/context.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { type Attempt, countAttempt, type Counter } from './attempts.ts'
import { hashToken, newToken } from './token.ts'

/**
 * A password for a name from an address, and the secret of the browser if it has one. `userId` is null for a name that no user of
 * the silo has.
 */
export type Guess = {
  siloName: string
  username: string
  userId: string | null
  clientAddress: string
  browser?: string | null
}

/** Where a browser stands in the place of a network. */
const BROWSER = 'browser:'
const placeOfBrowser = (secret: string): string => `${BROWSER}${hashToken(secret)}`

/**
 * Counts a password before it is checked. The name is stored as a hash, because people type their password there by
 * mistake. A browser that the user has signed in with counts by itself, so that nobody else can lock it out, at the same address either.
 * @throws ApiError 429 when a limit is reached.
 */
export async function countPassword(context: Context, guess: Guess): Promise<Attempt> {
  const { userId, browser, clientAddress } = guess
  const name = hashToken(`${guess.siloName}/${guess.username}`)
  const network = clientNetwork(clientAddress)
  const ownBrowser = browser ? placeOfBrowser(browser) : null
  if (ownBrowser && (await isKnown(context, userId, ownBrowser)))
    return countAttempt(context, [{ limit: 'nameAtAddress', of: `${name}@${ownBrowser}` }])
  const byName: Counter = {
    limit: 'name',
    of: name,
    beyond: { limit: 'nameInNetwork', of: `${name}@${largeNetwork(clientAddress)}` },
  }
  return countAttempt(context, [
    { limit: 'nameAtAddress', of: `${name}@${network}` },
    { limit: 'address', of: network },
    ...((await isKnown(context, userId, network)) ? [] : [byName]),
  ])
}

async function isKnown({ db }: Context, userId: string | null, place: string): Promise<boolean> {
  if (userId === null) return false
  const row = await db
    .selectFrom('known_address')
    .select('network')
    .where('user_id', '=', userId)
    .where('network', '=', place)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Remembers the address and the browser that a user signed in from.
 * @param browser the secret that the browser sent. Another one takes its place unless the user has signed in with it before, because
 *   another user may have planted it.
 * @returns the secret of the browser from now on.
 */
export async function rememberPlaces(
  context: Context,
  userId: string,
  { clientAddress, browser }: { clientAddress: string; browser: string | null },
): Promise<string> {
  await remember(context, userId, clientNetwork(clientAddress), 'not like')
  const isOwn = browser !== null && (await isKnown(context, userId, placeOfBrowser(browser)))
  const secret = isOwn ? browser : newToken()
  await remember(context, userId, placeOfBrowser(secret), 'like')
  return secret
}

/**
 * Remembers a place of a user, and forgets their oldest ones of its kind. Never this one: others may have a later time,
 * because the clock was set back.
 */
async function remember(
  context: Context,
  userId: string,
  network: string,
  kind: 'like' | 'not like',
): Promise<void> {
  const time = now(context)
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
    .where('network', kind, `${BROWSER}%`)
    .where('time_last_used', '>', oldest)
    .orderBy('time_last_used', 'desc')
    .limit(MAX_KNOWN_ADDRESSES - 1)
  await unlogged(context)
    .deleteFrom('known_address')
    .where('user_id', '=', userId)
    .where('network', '<>', network)
    .where('network', kind, `${BROWSER}%`)
    .where('network', 'not in', latest)
    .execute()
}
