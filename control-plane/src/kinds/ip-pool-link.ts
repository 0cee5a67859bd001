import type { IpPoolRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { type PoolLink, poolLinks } from './pool-link.ts'

/** Returns a link in its API form. */
export const ipPoolLinkView = ({ poolId, siloId, isDefault }: PoolLink) => ({
  ipPoolId: poolId,
  siloId,
  isDefault,
})

/** The silos that may use a pool. */
export const ipPoolLink = poolLinks('ip-pool-resource', 'ip_pool', ipPoolLinkView)

/** Returns the default pool of a silo with the family and the type of a pool. */
export const defaultLike = (context: Context, siloId: string, { ip_version, pool_type }: IpPoolRow) =>
  context.db
    .selectFrom('ip_pool')
    .innerJoin('ip_pool_silo', 'ip_pool_silo.ip_pool_id', 'ip_pool.id')
    .selectAll('ip_pool')
    .where('ip_pool_silo.silo_id', '=', siloId)
    .where('ip_pool_silo.is_default', '=', 1)
    .where('ip_pool.ip_version', '=', ip_version)
    .where('ip_pool.pool_type', '=', pool_type)
    .executeTakeFirst()
