import { IP_POOL_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { choice, namedSources, networksIn, linked } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { fixedWidth } from '@granary/domain/ip.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { IpPoolRow } from '../database/schema.ts'
import type { Reader } from '../kit/context/reader.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { type PageQuery, takePage } from '../kit/request/pagination.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { kind } from '../kit/resources/kind.ts'
import { rawWriter } from '../database/session.ts'
import { identityView } from '../kit/resources/resource.ts'

type PoolFilter = { ipVersion?: IpPoolRow['ip_version']; poolType?: IpPoolRow['pool_type'] }

/** Returns one page of the pools linked to a silo, as its users see them. */
export async function listLinkedPools(context: Context, siloId: string, query: PageQuery & PoolFilter) {
  let pools = linkedPools(context.db, siloId)
  if (query.ipVersion) pools = pools.where('ip_pool.ip_version', '=', query.ipVersion)
  if (query.poolType) pools = pools.where('ip_pool.pool_type', '=', query.poolType)
  const keys = { name: 'ip_pool.name', id: 'ip_pool.id' }
  const { rows, nextPage } = await takePage(pools, query, keys, (row, by) => row[by])
  return { items: rows.map(siloIpPoolView), nextPage }
}

const linkedPools = (db: Reader, siloId: string) =>
  db
    .selectFrom('ip_pool')
    .innerJoin('ip_pool_silo', 'ip_pool_silo.ip_pool_id', 'ip_pool.id')
    .selectAll('ip_pool')
    .select('ip_pool_silo.is_default')
    .where('ip_pool_silo.silo_id', '=', siloId)

/** Finds a pool that the caller's silo may allocate from. @throws ApiError 404, also for a pool that is not linked. */
export async function findLinkedPool(context: Context, nameOrId: string) {
  const byId = isUuid(nameOrId)
  const pool = await linkedPools(context.db, actorOf(context).siloId)
    .where(byId ? 'ip_pool.id' : 'ip_pool.name', '=', nameOrId)
    .executeTakeFirst()
  if (!pool) throw notFound('ip-pool', byId ? { id: nameOrId } : { name: nameOrId })
  return pool
}

/** Returns the silo's default pools of a type: at most one per family. */
export async function defaultPools(
  context: Context,
  siloId: string,
  poolType: IpPoolRow['pool_type'] = 'unicast',
) {
  return linkedPools(context.db, siloId)
    .where('ip_pool_silo.is_default', '=', 1)
    .where('ip_pool.pool_type', '=', poolType)
    .execute()
}

/** Returns a pool as users of a linked silo see it. */
export const siloIpPoolView = (row: IpPoolRow & { is_default: 0 | 1 }) => ({
  ...identityView(row),
  ipVersion: row.ip_version,
  poolType: row.pool_type,
  isDefault: row.is_default === 1,
})

/** A pool of external addresses, which the fleet lends to silos. */
export const ipPool = kind({
  kind: 'ip-pool',
  table: 'ip_pool',
  selector: 'pool',
  filter: listFilter(IP_POOL_FIELDS, {
    ...namedSources,
    version: choice('ip_version'),
    type: choice('pool_type'),
    assignment: choice('assignment'),
    address: networksIn('ip_pool_range', 'ip_pool_id'),
    silo: linked('ip_pool_silo', 'ip_pool_id', 'silo', 'silo_id'),
  }),
  parent: null,
  view: (row) => ({
    ...identityView(row),
    ipVersion: row.ip_version,
    poolType: row.pool_type,
    assignment: row.assignment,
  }),
})

type DefaultPool = { name: string; description: string; version: 'v4' | 'v6'; first: string; last: string }

/** Creates a unicast pool with one address range, as a silo's default pool for its IP version. */
export async function createDefaultPool(
  context: Context,
  siloId: string,
  { name, description, version, first, last }: DefaultPool,
): Promise<void> {
  const pool = await ipPool.create(
    context,
    fleet,
    { name, description },
    { ip_version: version, pool_type: 'unicast', assignment: 'silos' },
  )
  const db = rawWriter(context)
  await db
    .insertInto('ip_pool_range')
    .values({
      id: crypto.randomUUID(),
      ip_pool_id: pool.id,
      first_address: fixedWidth(first),
      last_address: fixedWidth(last),
      time_created: pool.time_created,
    })
    .execute()
  await db
    .insertInto('ip_pool_silo')
    .values({ ip_pool_id: pool.id, silo_id: siloId, is_default: 1 })
    .execute()
}
