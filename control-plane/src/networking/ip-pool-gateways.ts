import type { IpPoolRow } from '../database/schema.ts'
import { gatewayPool } from '../kinds/vpc.ts'
import type { Context } from '../kit/context/context.ts'

const attachment = { name: 'default', description: 'Default internet gateway ip pool' }

/** Attaches a new default pool of a silo to its internet gateways that are named `default`. */
export async function attachToDefaultGateways(
  context: Context,
  pool: IpPoolRow,
  siloId: string,
): Promise<void> {
  const gateways = await context.db
    .selectFrom('internet_gateway')
    .innerJoin('vpc', 'vpc.id', 'internet_gateway.vpc_id')
    .innerJoin('project', 'project.id', 'vpc.project_id')
    .select(['internet_gateway.id', 'project.id as project_id'])
    .where('project.silo_id', '=', siloId)
    .where('internet_gateway.name', '=', 'default')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('internet_gateway_ip_pool')
            .select('internet_gateway_ip_pool.id')
            .whereRef('internet_gateway_ip_pool.internet_gateway_id', '=', 'internet_gateway.id')
            .where('internet_gateway_ip_pool.ip_pool_id', '=', pool.id),
        ),
      ),
    )
    .execute()
  for (const { id, project_id: projectId } of gateways)
    await gatewayPool.create(context, { siloId, projectId }, attachment, {
      internet_gateway_id: id,
      ip_pool_id: pool.id,
    })
}

/** Detaches a pool from all internet gateways of a silo. */
export async function detachFromGateways(context: Context, poolId: string, siloId: string): Promise<void> {
  const rows = await context.db
    .selectFrom('internet_gateway_ip_pool')
    .innerJoin('internet_gateway', 'internet_gateway.id', 'internet_gateway_ip_pool.internet_gateway_id')
    .innerJoin('vpc', 'vpc.id', 'internet_gateway.vpc_id')
    .innerJoin('project', 'project.id', 'vpc.project_id')
    .selectAll('internet_gateway_ip_pool')
    .select('project.id as project_id')
    .where('internet_gateway_ip_pool.ip_pool_id', '=', poolId)
    .where('project.silo_id', '=', siloId)
    .execute()
  for (const { project_id: projectId, ...row } of rows)
    await gatewayPool.remove(context, { row, scope: { siloId, projectId } })
}
