import { capacityOf } from '@granary/domain/ip-ranges.ts'
import { chunks } from '../../kit/chunks.ts'
import type { Context } from '../../kit/context.ts'
import { type Check, type Found, MAX_FOUND, NEARLY_FULL } from '../check.ts'

/** Subnet pools with few free addresses. */
export const subnetPoolNearlyFull: Check = {
  check: 'subnet-pool-nearly-full',
  severity: 'warning',
  resourceKind: 'subnet-pool',
  find: async (context) => {
    const found: Found[] = []
    for (const pools of chunks(await poolsOf(context))) {
      const allocated = await allocatedOf(
        context,
        pools.map(({ id }) => id),
      )
      found.push(...pools.flatMap((pool) => issueOf(pool, allocated.get(pool.id) ?? 0)))
      if (found.length >= MAX_FOUND) break
    }
    return found.slice(0, MAX_FOUND)
  },
}

type Pool = { id: string; name: string; capacity: number }
type Range = { id: string; first: string; last: string }

function issueOf({ id, name, capacity }: Pool, allocated: number): Found[] {
  const share = allocated / capacity
  if (share < NEARLY_FULL) return []
  const message = `${Math.floor(share * 100)} % of the addresses of subnet pool ${name} are used`
  return [{ message, resourceId: id, resourceName: name, projectName: null, siloName: null }]
}

/** Returns the pools that have members. */
async function poolsOf({ db }: Context): Promise<Pool[]> {
  const rows = await db
    .selectFrom('subnet_pool')
    .innerJoin('subnet_pool_member as member', 'member.subnet_pool_id', 'subnet_pool.id')
    .select(['subnet_pool.id', 'name', 'first_address as first', 'last_address as last'])
    .orderBy('name')
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return [...addressesOf(rows)].map(([id, capacity]) => ({ id, name: names.get(id)!, capacity }))
}

async function allocatedOf({ db }: Context, pools: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('external_subnet')
    .select(['subnet_pool_id as id', 'first_address as first', 'last_address as last'])
    .where('subnet_pool_id', 'in', pools)
    .execute()
  return addressesOf(rows)
}

/** Returns how many addresses the ranges of each pool have. A pool has one IP version. */
const addressesOf = (ranges: readonly Range[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(ranges, ({ id }) => id)].map(([id, own]) => {
      const { v4, v6 } = capacityOf(own)
      return [id, Number(v4 + v6)]
    }),
  )
