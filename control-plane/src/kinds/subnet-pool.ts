import { isUuid } from '@granary/domain/names.ts'
import type { SubnetPoolRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { notFound } from '../kit/errors.ts'
import { kind } from '../kit/kind.ts'
import { type PageQuery, takePage } from '../kit/pagination.ts'
import type { Reader } from '../kit/reader.ts'
import { identityView } from '../kit/resource.ts'
import { type PoolLink, poolLinks } from './pool-link.ts'

/** A pool of external subnets, which the fleet lends to silos. */
export const subnetPool = kind({
  kind: 'subnet-pool',
  table: 'subnet_pool',
  selector: 'subnetPool',
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
  return { items: rows.map(siloSubnetPoolView), nextPage }
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

/** Returns a subnet pool as users of a linked silo see it. */
export const siloSubnetPoolView = (row: SubnetPoolRow & { is_default: 0 | 1 }) => ({
  ...identityView(row),
  ipVersion: row.ip_version,
  isDefault: row.is_default === 1,
})
