import { present } from '../kit/base/present.ts'
import { LIMITS } from '@granary/domain/limits.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { type Context, now, type OuterContext } from '../kit/context/context.ts'
import type { SamlSubject } from '../kit/base/saml.ts'
import { hashToken } from '../access/token.ts'

/** Time limit for a user's sign-in at the provider, in milliseconds. */
export const REQUEST_LIFETIME = 3_600_000
/** How long an assertion is remembered after it expires, in milliseconds, because the clocks of servers differ. */
const MEMORY_MARGIN = 600_000

/** A browser: the hash of its cookie, and the network of its address. */
type Browser = { hash: string; network: string }

/** Stores a request of a browser to a provider and deletes expired ones. @returns the id of the request. */
export async function rememberRequest(
  context: Context,
  providerId: string,
  { hash, network }: Browser,
): Promise<string> {
  await unlogged(context).deleteFrom('saml_request').where('time_expires', '<=', now(context)).execute()
  // An XML id must not begin with a digit.
  const id = `_${crypto.randomUUID()}`
  const expires = new Date(context.clock.now().getTime() + REQUEST_LIFETIME).toISOString()
  await unlogged(context)
    .insertInto('saml_request')
    .values({ id, provider_id: providerId, time_expires: expires, browser_hash: hash, network })
    .execute()
  await forgetOldest(context, providerId)
  return id
}

/**
 * Forgets a request when a provider has more than the limit: the oldest one of the network with the most. Anonymous callers can begin
 * sign-ins, and would otherwise end those of everyone else.
 */
async function forgetOldest(context: Context, providerId: string): Promise<void> {
  const ofProvider = context.db.selectFrom('saml_request').where('provider_id', '=', providerId)
  const networks = await ofProvider
    .select(['network', (row) => row.fn.countAll<number>().as('count')])
    .groupBy('network')
    .orderBy('count', 'desc')
    .execute()
  const count = networks.reduce((sum, network) => sum + Number(network.count), 0)
  if (count <= LIMITS.samlRequests.max) return
  const oldest = ofProvider
    .select('id')
    .where('network', '=', present(networks[0], 'the network').network)
    .orderBy('time_expires')
    .orderBy('id')
    .limit(count - LIMITS.samlRequests.max)
  await unlogged(context).deleteFrom('saml_request').where('id', 'in', oldest).execute()
}

/** Returns whether a network has begun a request to this provider that is still open. */
export async function isOpenFor(
  context: Pick<OuterContext, 'db' | 'clock'>,
  providerId: string,
  { id, network }: { id: string; network: string },
): Promise<boolean> {
  const found = await context.db
    .selectFrom('saml_request')
    .select('id')
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('network', '=', network)
    .where('time_expires', '>', context.clock.now().toISOString())
    .executeTakeFirst()
  return found !== undefined
}

/** Closes an open request to this provider. @returns the browser that made it; null if there is no such request. */
export async function takeRequest(context: Context, providerId: string, id: string): Promise<string | null> {
  const taken = await unlogged(context)
    .deleteFrom('saml_request')
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('time_expires', '>', now(context))
    .returning('browser_hash')
    .executeTakeFirst()
  return taken?.browser_hash ?? null
}

/** Returns whether an assertion is new. It is remembered until it has expired. */
export async function takeAssertion(
  context: Context,
  providerId: string,
  { assertionId, expires }: SamlSubject,
): Promise<boolean> {
  await unlogged(context).deleteFrom('saml_assertion').where('time_expires', '<=', now(context)).execute()
  const key = hashToken(`${providerId} ${assertionId}`)
  const known = await context.db
    .selectFrom('saml_assertion')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst()
  if (known) return false
  const until = new Date(expires.getTime() + MEMORY_MARGIN).toISOString()
  await unlogged(context).insertInto('saml_assertion').values({ key, time_expires: until }).execute()
  return true
}
