import { capacityOf, keptForNat } from '@granary/domain/ip-ranges.ts'
import type { Context } from '../../kit/context.ts'
import { insufficientCapacity } from '../../kit/errors.ts'
import { enforceLimit } from '../../kit/limit.ts'

/**
 * Checks whether a silo may take one more whole address of a pool.
 * @throws ApiError 400 if the silo has too many of its addresses; 507 if the free ones are kept for source NAT, without
 * which no instance can be created.
 */
export async function requireFreeAddress(context: Context, poolId: string, siloId: string): Promise<void> {
  const own = await context.db
    .selectFrom('external_ip')
    .innerJoin('project', 'project.id', 'external_ip.project_id')
    .select((select) => select.fn.countAll().as('count'))
    .where('ip_pool_id', '=', poolId)
    .where('kind', '!=', 'snat')
    .where('project.silo_id', '=', siloId)
    .executeTakeFirstOrThrow()
  enforceLimit('addresses', Number(own.count), context.services.settings.addressesPerSilo)
  const ranges = await context.db
    .selectFrom('ip_pool_range')
    .select(['first_address as first', 'last_address as last'])
    .where('ip_pool_id', '=', poolId)
    .execute()
  const capacity = capacityOf(ranges).v4
  const kept = keptForNat(capacity)
  if (kept === 0) return
  const [whole, shared] = [await inUse(context, poolId, '!='), await inUse(context, poolId, '=')]
  if (capacity - BigInt(whole + shared) <= BigInt(Math.max(0, kept - shared)))
    throw insufficientCapacity(
      `No external IP addresses available: ${kept} of this pool are kept for source NAT`,
    )
}

/** Counts the addresses of a pool that are used for source NAT ('='), or as a whole ('!='). */
async function inUse(context: Context, poolId: string, nat: '=' | '!='): Promise<number> {
  const { count } = await context.db
    .selectFrom('external_ip')
    .select((select) => select.fn.count('ip').distinct().as('count'))
    .where('ip_pool_id', '=', poolId)
    .where('kind', nat, 'snat')
    .executeTakeFirstOrThrow()
  return Number(count)
}
