import { sql } from 'kysely'
import { readTags } from '@granary/domain/tags.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { ExternalIpRow } from '../database/schema.ts'
import { logged } from '../kit/resources/logged.ts'
import type { ReadContext } from '../kit/context/context.ts'
import { fixedQuery, listing, listParameter } from '../kit/sql/fixed-query.ts'

/** Returns the external addresses of each of the given instances, floating ones first. */
export async function addressesOf(
  context: ReadContext,
  instances: readonly { id: string }[],
): Promise<Map<string, string[]>> {
  const addresses = new Map<string, string[]>()
  if (instances.length === 0) return addresses
  const ids = instances.map(({ id }) => id)
  const rows = await fixedQuery(
    context,
    [addressesOf, 'of instances'],
    (db) =>
      listing(db.selectFrom('external_ip'), context.engine, 'external_ip.instance_id', ids)
        .select(['external_ip.instance_id', 'external_ip.kind', 'external_ip.ip'])
        .where('external_ip.kind', '!=', sql.lit('snat'))
        .orderBy('external_ip.kind', 'desc')
        .orderBy('external_ip.ip'),
    [listParameter(context.engine, ids)],
  )
  for (const { instance_id, ip } of rows) {
    const known = addresses.get(instance_id!)
    if (known) known.push(fromFixedWidth(ip))
    else addresses.set(instance_id!, [fromFixedWidth(ip)])
  }
  return addresses
}

/** Returns an address in the form that its instance shows. */
export function externalIpView(row: ExternalIpRow) {
  const address = { ip: fromFixedWidth(row.ip), ipPoolId: row.ip_pool_id }
  if (row.kind === 'snat')
    return { kind: row.kind, ...address, firstPort: row.first_port, lastPort: row.last_port }
  if (row.kind === 'ephemeral') return { kind: row.kind, ...address }
  return { kind: row.kind, ...floatingIpView(row) }
}

/** A floating address as a resource of its project. */
export const floatingIpView = (row: ExternalIpRow) => ({
  id: row.id,
  name: row.name ?? '',
  description: row.description ?? '',
  tags: readTags(row.tags),
  timeCreated: row.time_created,
  timeModified: row.time_modified,
  projectId: row.project_id,
  ip: fromFixedWidth(row.ip),
  ipPoolId: row.ip_pool_id,
  instanceId: row.instance_id,
})

/** An instance's address without a name of its own: ephemeral, or a share of one for outbound traffic (SNAT). */
export const externalIp = logged({
  kind: 'external-ip',
  table: 'external_ip',
  parentColumn: 'instance_id',
  view: externalIpView,
})
