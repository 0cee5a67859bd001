import { capacityOf } from '@granary/domain/ip-ranges.ts'
import { chunks } from '../../kit/chunks.ts'
import type { Context } from '../../kit/context.ts'
import { type Check, type Found, MAX_FOUND, NEARLY_FULL } from '../check.ts'

/** Larger pools are not counted: they are far from full, and a count reads every address. */
const MAX_COUNTED = 65_536n

/** Pools with few free addresses. */
export const ipPoolNearlyFull: Check = {
  check: 'ip-pool-nearly-full',
  severity: 'warning',
  resourceKind: 'ip-pool',
  find: async (context) => {
    const found: Found[] = []
    for (const pools of chunks(await poolsOf(context))) {
      const used = await usedOf(
        context,
        pools.map(({ id }) => id),
      )
      found.push(...pools.flatMap((pool) => issueOf(pool, used.get(pool.id) ?? 0)))
      if (found.length >= MAX_FOUND) break
    }
    return found.slice(0, MAX_FOUND)
  },
}

type Pool = { id: string; name: string; capacity: bigint }

function issueOf({ id, name, capacity }: Pool, used: number): Found[] {
  const share = used / Number(capacity)
  if (share < NEARLY_FULL) return []
  const message = `${Math.floor(share * 100)} % of the addresses of IP pool ${name} are used`
  return [{ message, resourceId: id, resourceName: name, projectName: null, siloName: null }]
}

/** Returns the pools that have ranges and are small enough to count. */
async function poolsOf({ db }: Context): Promise<Pool[]> {
  const rows = await db
    .selectFrom('ip_pool')
    .innerJoin('ip_pool_range', 'ip_pool_range.ip_pool_id', 'ip_pool.id')
    .select(['ip_pool.id', 'ip_pool.name', 'ip_pool.ip_version'])
    .select(['ip_pool_range.first_address as first', 'ip_pool_range.last_address as last'])
    .where('ip_pool.pool_type', '=', 'unicast')
    .orderBy('ip_pool.name')
    .execute()
  const pools = [...Map.groupBy(rows, ({ id }) => id)].map(([id, ranges]) => {
    const { name, ip_version: version } = ranges[0]!
    return { id, name, capacity: capacityOf(ranges)[version] }
  })
  return pools.filter(({ capacity }) => capacity <= MAX_COUNTED)
}

async function usedOf({ db }: Context, pools: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('external_ip')
    .select((select) => ['ip_pool_id', select.fn.count('ip').distinct().as('used')])
    .where('ip_pool_id', 'in', pools)
    .groupBy('ip_pool_id')
    .execute()
  return new Map(rows.map(({ ip_pool_id, used }) => [ip_pool_id, Number(used)]))
}
