import { fixedWidth, nextAddress } from '@granary/domain/ip.ts'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { insufficientCapacity, invalidRequest } from '../../kit/errors.ts'
import { requireFreeAddress } from './address-limits.ts'

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
  const ip = await lowestFree(context, poolId)
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
    .selectFrom('external_ip')
    .select('ip')
    .where('ip_pool_id', '=', poolId)
    .where('kind', '=', 'snat')
    .groupBy('ip')
    .having((having) => having.fn.countAll<number>(), '<', PORTS / SHARED_PORTS)
    .orderBy('ip')
    .limit(1)
    .executeTakeFirst()
  const ip = partly?.ip ?? (await lowestFree(context, poolId))
  if (!ip) throw insufficientCapacity('No external IP addresses available')
  const rows = await context.db.selectFrom('external_ip').select('first_port').where('ip', '=', ip).execute()
  const taken = new Set(rows.map((row) => row.first_port))
  let first = 0
  while (taken.has(first)) first += SHARED_PORTS
  return { ip_pool_id: poolId, ip, first_port: first, last_port: first + SHARED_PORTS - 1 }
}

const lowestFree = (context: Context, poolId: string): Promise<string | null> =>
  lowestFreeOf(context, poolId, (first, last) =>
    context.db
      .selectFrom('external_ip')
      .select(sql<string>`distinct ip`.as('ip'))
      .where('ip_pool_id', '=', poolId)
      .where('ip', '>=', first)
      .where('ip', '<=', last)
      .orderBy('ip')
      .execute(),
  )

/**
 * Returns the lowest unused address of the pool's ranges: either the first of a range, or the successor of a used address
 * whose successor is free.
 * @param heldIn returns the used addresses of a range, ascending.
 */
export async function lowestFreeOf(
  context: Context,
  poolId: string,
  heldIn: (first: string, last: string) => Promise<{ ip: string }[]>,
): Promise<string | null> {
  const ranges = await context.db
    .selectFrom('ip_pool_range')
    .selectAll()
    .where('ip_pool_id', '=', poolId)
    .orderBy('first_address')
    .execute()
  for (const { first_address: first, last_address: last } of ranges) {
    let candidate = first
    for (const { ip } of await heldIn(first, last)) {
      if (ip > candidate) break
      candidate = nextAddress(ip)
    }
    if (candidate <= last) return candidate
  }
  return null
}
