import type { Context } from '../kit/context/context.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { attachShared, primaryFamilies } from '../shared/network/attach-external-ips.ts'
import { externalIp } from '../kinds/external-ip.ts'

/**
 * Attaches a share of an address to an instance whose primary interface has IPv4, and detaches it otherwise.
 * @throws ApiError 404 when it needs one and the silo has no default pool.
 */
export async function settleSharedAddress(context: Context, found: Found<'instance'>): Promise<void> {
  const wanted = (await primaryFamilies(context, found.row.id)).has('v4')
  const shared = await context.db
    .selectFrom('external_ip')
    .selectAll()
    .where('instance_id', '=', found.row.id)
    .where('kind', '=', 'snat')
    .executeTakeFirst()
  if (wanted === (shared !== undefined)) return
  if (shared) await externalIp.remove(context, { row: shared, scope: found.scope })
  else await attachShared(context, found)
}
