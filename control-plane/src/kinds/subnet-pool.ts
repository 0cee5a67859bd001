import { SUBNET_POOL_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { choice, namedSources, networksIn, linked } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { isUuid } from '@granary/domain/names.ts'
import { largestFreeLength, type MemberSpace } from '@granary/domain/subnet-pools.ts'
import type { SubnetPoolRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { kind } from '../kit/resources/kind.ts'
import { type PageQuery, takePage } from '../kit/request/pagination.ts'
import type { Reader } from '../kit/context/reader.ts'
import { identityView } from '../kit/resources/resource.ts'
import { type PoolLink, poolLinks } from './pool-link.ts'

/** A pool of external subnets, which the fleet lends to silos. */
export const subnetPool = kind({
  kind: 'subnet-pool',
  table: 'subnet_pool',
  selector: 'subnetPool',
  filter: listFilter(SUBNET_POOL_FIELDS, {
    ...namedSources,
    version: choice('ip_version'),
    address: networksIn('subnet_pool_member', 'subnet_pool_id'),
    silo: linked('subnet_pool_silo', 'subnet_pool_id', 'silo', 'silo_id'),
  }),
  parent: null,
  view: (row) => ({ ...identityView(row), ipVersion: row.ip_version }),
})

/** Returns a link in its API form. */
export const subnetPoolLinkView = ({ poolId, siloId, isDefault }: PoolLink) => ({
  subnetPoolId: poolId,
  siloId,
  isDefault,
})

/** The silos that may use a subnet pool. */
export const subnetPoolLink = poolLinks('subnet-pool-resource', 'subnet_pool', subnetPoolLinkView)

const linkedPools = (db: Reader, siloId: string) =>
  db
    .selectFrom('subnet_pool')
    .innerJoin('subnet_pool_silo', 'subnet_pool_silo.subnet_pool_id', 'subnet_pool.id')
    .selectAll('subnet_pool')
    .select('subnet_pool_silo.is_default')
    .where('subnet_pool_silo.silo_id', '=', siloId)

/** Returns one page of the subnet pools linked to a silo, as its users see them. */
export async function listLinkedSubnetPools(context: Context, siloId: string, query: PageQuery) {
  const keys = { name: 'subnet_pool.name', id: 'subnet_pool.id' }
  const { rows, nextPage } = await takePage(
    linkedPools(context.db, siloId),
    query,
    keys,
    (row, by) => row[by],
  )
  return { items: await siloSubnetPoolViews(context, rows), nextPage }
}

/** Finds a subnet pool of the caller's silo. @throws ApiError 404, also for a pool that is not linked. */
export async function findLinkedSubnetPool(context: Context, nameOrId: string) {
  const byId = isUuid(nameOrId)
  const pool = await linkedPools(context.db, actorOf(context).siloId)
    .where(byId ? 'subnet_pool.id' : 'subnet_pool.name', '=', nameOrId)
    .executeTakeFirst()
  if (!pool) throw notFound('subnet-pool', byId ? { id: nameOrId } : { name: nameOrId })
  return pool
}

/** Returns the default subnet pools of a silo: one of each family at most. */
export const defaultSubnetPools = (context: Context, siloId: string) =>
  linkedPools(context.db, siloId).where('subnet_pool_silo.is_default', '=', 1).execute()

/** Returns subnet pools as users of a linked silo see them. */
export async function siloSubnetPoolViews(
  { db }: Context,
  rows: readonly (SubnetPoolRow & { is_default: 0 | 1 })[],
) {
  const members = await membersOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = members.filter(({ poolId }) => poolId === row.id)
    const ranges = new Map(own.map(({ lengths }) => [`${lengths.min} ${lengths.max}`, lengths]))
    return {
      ...identityView(row),
      ipVersion: row.ip_version,
      isDefault: row.is_default === 1,
      prefixLengths: [...ranges.values()],
      largestFree: largestFreeLength(own, row.ip_version),
    }
  })
}

/** Allocated subnets that are read to find free ones. In larger pools, those after them count as free. */
const MAX_READ = 10_000

/** Returns the members of pools with their allocated subnets, by prefix lengths. */
async function membersOf(
  db: Reader,
  poolIds: readonly string[],
): Promise<(MemberSpace & { poolId: string })[]> {
  if (poolIds.length === 0) return []
  const members = await db
    .selectFrom('subnet_pool_member')
    .selectAll()
    .where('subnet_pool_id', 'in', poolIds)
    .orderBy('min_prefix_length')
    .orderBy('max_prefix_length')
    .execute()
  const subnets = await db
    .selectFrom('external_subnet')
    .select(['subnet_pool_member_id as memberId', 'first_address as first', 'last_address as last'])
    .where('subnet_pool_id', 'in', poolIds)
    .orderBy('first_address')
    .limit(MAX_READ)
    .execute()
  const taken = Map.groupBy(subnets, ({ memberId }) => memberId)
  return members.map((member) => ({
    poolId: member.subnet_pool_id,
    first: member.first_address,
    last: member.last_address,
    lengths: { min: member.min_prefix_length, max: member.max_prefix_length },
    taken: taken.get(member.id) ?? [],
  }))
}
