import { present } from '../../kit/base/present.ts'
import { capacityOf } from '@granary/domain/ip-ranges.ts'
import { chunks } from '../../kit/base/chunks.ts'
import type { Context } from '../../kit/context/context.ts'

type Reads = Pick<Context, 'db'>
/** The addresses of a pool. */
export type PoolUse = { id: string; name: string; used: number; capacity: number }
type Pool = Omit<PoolUse, 'used'>

/** Larger pools are not counted: they are far from full, and a count reads every address. */
const MAX_COUNTED = 65_536n

/** Returns the use of IP pools that have ranges and are small enough to count, a chunk at a time. */
export async function* ipPoolUse(context: Reads): AsyncGenerator<PoolUse[]> {
  for (const pools of chunks(await ipPools(context))) {
    const rows = await context.db
      .selectFrom('external_ip')
      .select((select) => ['ip_pool_id', select.fn.count('ip').distinct().as('used')])
      .where(
        'ip_pool_id',
        'in',
        pools.map(({ id }) => id),
      )
      .groupBy('ip_pool_id')
      .execute()
    const used = new Map(rows.map(({ ip_pool_id: id, used }) => [id, Number(used)]))
    yield pools.map((pool) => ({ ...pool, used: used.get(pool.id) ?? 0 }))
  }
}

async function ipPools({ db }: Reads): Promise<Pool[]> {
  const rows = await db
    .selectFrom('ip_pool')
    .innerJoin('ip_pool_range', 'ip_pool_range.ip_pool_id', 'ip_pool.id')
    .select(['ip_pool.id', 'ip_pool.name', 'ip_pool.ip_version'])
    .select(['ip_pool_range.first_address as first', 'ip_pool_range.last_address as last'])
    .where('ip_pool.pool_type', '=', 'unicast')
    .orderBy('ip_pool.name')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, ranges]) => {
    const { name, ip_version: version } = present(ranges[0], 'the first range')
    const capacity = capacityOf(ranges)[version]
    return capacity > MAX_COUNTED ? [] : [{ id, name, capacity: Number(capacity) }]
  })
}

/** Returns the use of subnet pools that have members, a chunk at a time. */
export async function* subnetPoolUse(context: Reads): AsyncGenerator<PoolUse[]> {
  for (const pools of chunks(await subnetPools(context))) {
    const rows = await context.db
      .selectFrom('external_subnet')
      .select(['subnet_pool_id as id', 'first_address as first', 'last_address as last'])
      .where(
        'subnet_pool_id',
        'in',
        pools.map(({ id }) => id),
      )
      .execute()
    const allocated = addressesOf(rows)
    yield pools.map((pool) => ({ ...pool, used: allocated.get(pool.id) ?? 0 }))
  }
}

async function subnetPools({ db }: Reads): Promise<Pool[]> {
  const rows = await db
    .selectFrom('subnet_pool')
    .innerJoin('subnet_pool_member as member', 'member.subnet_pool_id', 'subnet_pool.id')
    .select(['subnet_pool.id', 'name', 'first_address as first', 'last_address as last'])
    .orderBy('name')
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return [...addressesOf(rows)].map(([id, capacity]) => ({
    id,
    name: present(names.get(id), 'the name of the pool'),
    capacity,
  }))
}

type Range = { id: string; first: string; last: string }

/** Returns how many addresses the ranges of each pool have. A pool has one IP version. */
const addressesOf = (ranges: readonly Range[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(ranges, ({ id }) => id)].map(([id, own]) => {
      const { v4, v6 } = capacityOf(own)
      return [id, Number(v4 + v6)]
    }),
  )
