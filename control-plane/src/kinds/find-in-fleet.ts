import { isUuid } from '@granary/domain/names.ts'
import { fleet, requirePermission, type Scope } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import type { Kind } from '../kit/resources/kind.ts'
import type { Selectors } from '../kit/resources/lookup.ts'
import type { NamedTable, Permission } from '../kit/resources/resource.ts'
import { rowOf } from '../kit/sql/any-table.ts'
import type { Database } from '../database/schema.ts'

/** Tables of the named resources that belong to the fleet. */
type FleetTable = Extract<
  NamedTable,
  | 'address_lot'
  | 'alert_receiver'
  | 'bgp_announce_set'
  | 'bgp_config'
  | 'ip_pool'
  | 'subnet_pool'
  | 'switch_port_settings'
>

type InFleet<Table extends FleetTable> = { row: Database[Table]; scope: Scope }

/**
 * Returns the finder of a kind of the fleet: by id, or by its name, which is unique in the fleet.
 * @param selector the path or query parameter that names the resource, camelCase.
 * @throws ApiError 403 for callers without a fleet role, whether the resource exists or not; 404 if it doesn't exist.
 */
export const fleetFinder =
  <Table extends FleetTable, View>({ kind, table }: Kind<Table, View>, selector: string) =>
  async (context: Context, selectors: Selectors, permission: Permission): Promise<InFleet<Table>> => {
    requirePermission(context, fleet, 'read')
    const nameOrId = String(selectors[selector])
    const by = isUuid(nameOrId) ? { id: nameOrId } : { name: nameOrId }
    const row = await rowOf(context.db, table, by)
    if (!row) throw notFound(kind, by)
    requirePermission(context, fleet, permission)
    return { row, scope: fleet }
  }
