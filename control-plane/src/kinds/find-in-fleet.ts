import { isUuid } from '@granary/domain/names.ts'
import type { Database } from '../database/schema.ts'
import { fleet, requirePermission } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import { notFound } from '../kit/errors.ts'
import type { Kind } from '../kit/kind.ts'
import type { Found, Selectors } from '../kit/lookup.ts'
import type { NamedTable, Permission } from '../kit/resource.ts'

/** Tables of the named resources that belong to the fleet. */
type FleetTable = Extract<
  NamedTable,
  'address_lot' | 'bgp_announce_set' | 'bgp_config' | 'ip_pool' | 'subnet_pool' | 'switch_port_settings'
>

/**
 * Returns the finder of a kind of the fleet: by id, or by its name, which is unique in the fleet.
 * @param selector the path or query parameter that names the resource, camelCase.
 * @throws ApiError 403 for callers without a fleet role, whether the resource exists or not; 404 if it doesn't exist.
 */
export const fleetFinder =
  <Table extends FleetTable, View>({ kind, table }: Kind<Table, View>, selector: string) =>
  async (context: Context, selectors: Selectors, permission: Permission): Promise<Found<Table>> => {
    requirePermission(context, fleet, 'read')
    const nameOrId = String(selectors[selector])
    const by = isUuid(nameOrId) ? 'id' : 'name'
    const row = await context.db
      // All of these tables have the columns of this one.
      .selectFrom(table as 'ip_pool')
      .selectAll()
      .where(by, '=', nameOrId)
      .executeTakeFirst()
    if (!row) throw notFound(kind, by === 'id' ? { id: nameOrId } : { name: nameOrId })
    requirePermission(context, fleet, permission)
    return { row: row as unknown as Database[Table], scope: fleet }
  }
