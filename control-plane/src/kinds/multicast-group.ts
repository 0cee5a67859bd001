import { storedJson } from '../kit/base/stored-json.ts'
import { isAddress } from '@granary/domain/multicast.ts'
import { fixedWidth, fromFixedWidth } from '@granary/domain/ip.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { MulticastGroupRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView } from '../kit/resources/resource.ts'

/** A multicast group of the fleet. It exists while it has members. */
export const multicastGroup = kind({
  kind: 'multicast-group',
  table: 'multicast_group',
  selector: 'multicastGroup',
  parent: null,
  view: (row) => ({
    ...identityView(row),
    ipPoolId: row.ip_pool_id,
    multicastIp: fromFixedWidth(row.multicast_ip),
    sourceIps: storedJson<string[]>(row.source_ips),
    hasAnySourceMember: row.has_any_source_member === 1,
    state: 'Active',
  }),
})

/** Selects the groups at addresses of the pools that are linked to the caller's silo. */
export const visibleGroups = (context: Context) =>
  context.db
    .selectFrom('multicast_group')
    .innerJoin('ip_pool_silo', 'ip_pool_silo.ip_pool_id', 'multicast_group.ip_pool_id')
    .selectAll('multicast_group')
    .where('ip_pool_silo.silo_id', '=', actorOf(context).siloId)

type By = { column: 'id' | 'name' | 'multicast_ip'; value: string }

const byIdentifier = (identifier: string): By => {
  if (isUuid(identifier)) return { column: 'id', value: identifier }
  return isAddress(identifier)
    ? { column: 'multicast_ip', value: fixedWidth(identifier) }
    : { column: 'name', value: identifier }
}

/**
 * Returns the visible group with an ID, a name or an address; undefined if there is none. Of the groups of one name, which
 * other silos may have made, that of a default pool comes first.
 */
export function lookUpGroup(context: Context, identifier: string): Promise<MulticastGroupRow | undefined> {
  const { column, value } = byIdentifier(identifier)
  return visibleGroups(context)
    .where(`multicast_group.${column}`, '=', value)
    .orderBy('ip_pool_silo.is_default', 'desc')
    .orderBy('multicast_ip')
    .executeTakeFirst()
}

/** The same. @throws ApiError 404, also for a group of a pool that is not linked. */
export async function findGroup(context: Context, identifier: string): Promise<MulticastGroupRow> {
  const row = await lookUpGroup(context, identifier)
  if (!row)
    throw notFound(multicastGroup.kind, isUuid(identifier) ? { id: identifier } : { name: identifier })
  return row
}
