import { capacityOf, keptForNat } from '@granary/domain/ip-ranges.ts'
import { sql } from 'kysely'
import type { Context } from '../../kit/context/context.ts'
import { insufficientCapacity } from '../../kit/base/errors.ts'
import { hasFree } from './gaps.ts'
import { enforceLimit } from '../../kit/base/limit.ts'

/**
 * Checks whether a silo may take one more whole address of a pool.
 * @throws ApiError 400 if the silo has too many of its addresses; 507 if the free ones are kept for source NAT, without
 * which no instance can be created.
 */
export async function requireFreeAddress(context: Context, poolId: string, siloId: string): Promise<void> {
  const ranges = await context.db
    .selectFrom('ip_pool_range')
    .select(['first_address as first', 'last_address as last'])
    .where('ip_pool_id', '=', poolId)
    .execute()
  const capacity = capacityOf(ranges)
  const { addressesPerSilo } = context.services.settings
  // A silo can't reach its limit in a smaller pool. Counting takes time in the addresses of the silo.
  if (capacity.v4 + capacity.v6 > addressesPerSilo) {
    const own = await countOwn(context, poolId, siloId, addressesPerSilo)
    enforceLimit('addresses', own, addressesPerSilo)
  }
  const kept = keptForNat(capacity.v4)
  if (kept === 0) return
  const needed = Math.max(0, kept - (await countShared(context, poolId, kept)))
  if (!(await hasFree(context, poolId, ranges, needed + 1)))
    throw insufficientCapacity(
      `No external IP addresses available: ${kept} of this pool are kept for source NAT`,
    )
}

/** Counts the whole addresses of a pool that a silo has, as far as `most`. */
async function countOwn({ db }: Context, poolId: string, siloId: string, most: number): Promise<number> {
  const { count } = await db
    .selectFrom((inner) =>
      inner
        .selectFrom('project')
        .innerJoin('external_ip', 'external_ip.project_id', 'project.id')
        .select('external_ip.id')
        .where('project.silo_id', '=', siloId)
        .where('external_ip.kind', 'in', ['ephemeral', 'floating'])
        // An expression, so that the database starts from the silo's projects: the pool may be full of other silos' addresses.
        .where(sql`external_ip.ip_pool_id || ''`, '=', poolId)
        .limit(most)
        .as('own'),
    )
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the addresses of a pool that are used for source NAT, as far as `most`. */
async function countShared({ db }: Context, poolId: string, most: number): Promise<number> {
  const rows = await db
    .selectFrom('external_ip')
    .select('ip')
    .distinct()
    .where('ip_pool_id', '=', poolId)
    .where('kind', '=', 'snat')
    .limit(most)
    .execute()
  return rows.length
}
