import { fixedWidth, ipVersion, normalizeIp } from '@granary/domain/ip.ts'
import type { Context } from '../kit/context.ts'
import { ofKind, type Result, resultOf } from './result.ts'
import { isVisible } from '../shared/projects/visible.ts'

/** Most instances with one address: each network of a project can have it once. */
const MAX_INSTANCES = 10

/** Finds the floating IP or external subnet with an address, and the instances that have it outside or inside. */
export async function byAddress(context: Context, address: string): Promise<Result[]> {
  const ip = fixedWidth(address)
  const floating = await ofKind(context, 'floating-ip')
    .where('found.ip' as 'found.id', '=', ip)
    .execute()
  const subnets = await ofKind(context, 'external-subnet')
    .where('found.first_address' as 'found.id', '<=', ip)
    .where('found.last_address' as 'found.id', '>=', ip)
    .limit(1)
    .execute()
  const outside = context.db.selectFrom('external_ip').select('instance_id').where('ip', '=', ip)
  const column = ipVersion(address) === 'v4' ? 'network_interface.ipv4' : 'network_interface.ipv6'
  // By subnets, because only those have an index by address.
  const inside = context.db
    .selectFrom('project')
    .innerJoin('vpc', 'vpc.project_id', 'project.id')
    .innerJoin('vpc_subnet', 'vpc_subnet.vpc_id', 'vpc.id')
    .innerJoin('network_interface', 'network_interface.subnet_id', 'vpc_subnet.id')
    .where(isVisible(context))
    .where(column, '=', ip)
    .select('network_interface.instance_id')
    .limit(MAX_INSTANCES)
  const ids = (await outside.union(inside).execute()).flatMap(({ instance_id: id }) => id ?? [])
  const instances =
    ids.length === 0 ? [] : await ofKind(context, 'instance').where('found.id', 'in', ids).execute()
  return [
    ...floating.map(resultOf),
    ...subnets.map(resultOf),
    ...instances.map((row) => ({ ...resultOf(row), address: normalizeIp(address) })),
  ]
}
