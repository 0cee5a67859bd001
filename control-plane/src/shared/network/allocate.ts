import { fixedWidth } from '@granary/domain/ip.ts'
import type { Context } from '../../kit/context/context.ts'
import { insufficientCapacity, invalidRequest } from '../../kit/base/errors.ts'
import { requireFreeAddress } from './address-limits.ts'
import { type HeldIn, lowestFreeIn } from './gaps.ts'

export type Allocated = { ip_pool_id: string; ip: string; first_port: number; last_port: number }

const PORTS = 65_536
/** Four instances share one address for outgoing traffic, each with a quarter of its ports. */
const SHARED_PORTS = PORTS / 4

/**
 * Returns the lowest free whole address of a pool.
 * @throws ApiError 507 when the pool has none left, 400 when the silo has too many of them.
 */
export async function allocateAddress(context: Context, poolId: string, siloId: string): Promise<Allocated> {
  await requireFreeAddress(context, poolId, siloId)
  const ip = await lowestFree(context, 'external_ip', poolId)
  if (!ip) throw insufficientCapacity('No external IP addresses available')
  return { ip_pool_id: poolId, ip, first_port: 0, last_port: PORTS - 1 }
}

/**
 * Allocates the whole address that the caller requested.
 * @param siloId the silo whose pools may contain the address.
 * @throws ApiError 400 when none of these pools contains it, it is in use, or the silo has too many; 507 when the pool's
 * free addresses are kept for source NAT.
 */
export async function allocateExplicit(
  context: Context,
  siloId: string,
  address: string,
): Promise<Allocated> {
  const ip = fixedWidth(address)
  const range = await context.db
    .selectFrom('ip_pool_range')
    .innerJoin('ip_pool_silo', 'ip_pool_silo.ip_pool_id', 'ip_pool_range.ip_pool_id')
    .innerJoin('ip_pool', 'ip_pool.id', 'ip_pool_range.ip_pool_id')
    .select('ip_pool_range.ip_pool_id')
    .where('ip_pool_silo.silo_id', '=', siloId)
    .where('ip_pool.pool_type', '=', 'unicast')
    .where('first_address', '<=', ip)
    .where('last_address', '>=', ip)
    .executeTakeFirst()
  if (!range) throw invalidRequest(`IP address ${address} is not in any configured pool`)
  const held = await context.db.selectFrom('external_ip').select('id').where('ip', '=', ip).executeTakeFirst()
  if (held) throw invalidRequest('Requested external IP address not available')
  await requireFreeAddress(context, range.ip_pool_id, siloId)
  return { ip_pool_id: range.ip_pool_id, ip, first_port: 0, last_port: PORTS - 1 }
}

/** Allocates a free quarter of a shared address, else the first quarter of a free address. @throws ApiError 507. */
export async function allocateSharedAddress(context: Context, poolId: string): Promise<Allocated> {
  const partly = await context.db
    .selectFrom('open_share')
    .select('ip')
    .where('ip_pool_id', '=', poolId)
    .orderBy('ip')
    .limit(1)
    .executeTakeFirst()
  const ip = partly?.ip ?? (await lowestFree(context, 'external_ip', poolId))
  if (!ip) throw insufficientCapacity('No external IP addresses available')
  const rows = await context.db.selectFrom('external_ip').select('first_port').where('ip', '=', ip).execute()
  const taken = new Set(rows.map((row) => row.first_port))
  let first = 0
  while (taken.has(first)) first += SHARED_PORTS
  return { ip_pool_id: poolId, ip, first_port: first, last_port: first + SHARED_PORTS - 1 }
}

/** Returns the lowest unused address of the pool's ranges. */
export async function lowestFree(context: Context, heldIn: HeldIn, poolId: string): Promise<string | null> {
  const ranges = await context.db
    .selectFrom('ip_pool_range')
    .select(['first_address as first', 'last_address as last'])
    .where('ip_pool_id', '=', poolId)
    .orderBy('first_address')
    .execute()
  for (const range of ranges) {
    const free = await lowestFreeIn(context, heldIn, poolId, range)
    if (free) return free
  }
  return null
}
