import { isUuid } from '@granary/domain/names.ts'
import type { Database } from '../database/schema.ts'
import { fleet, requirePermission } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import { notFound } from '../kit/errors.ts'
import type { Kind } from '../kit/kind.ts'
import type { Found, Selectors } from '../kit/lookup.ts'
import type { NamedTable, Permission } from '../kit/resource.ts'

/** Tables of the pools that belong to the fleet. */
export type PoolTable = Extract<NamedTable, 'ip_pool' | 'subnet_pool'>

/**
 * Returns the finder of a kind of pool: by id or by its name, which is unique in the fleet.
 * @throws ApiError 403 for callers without a fleet role, whether the pool exists or not; 404 if it doesn't exist.
 */
export const poolFinder =
  <Table extends PoolTable, View>({ kind, table }: Kind<Table, View>) =>
  async (context: Context, { pool }: Selectors, permission: Permission): Promise<Found<Table>> => {
    requirePermission(context, fleet, 'read')
    const nameOrId = String(pool)
    const by = isUuid(nameOrId) ? 'id' : 'name'
    const row = await context.db
      // Both tables have the columns of this one.
      .selectFrom(table as 'ip_pool')
      .selectAll()
      .where(by, '=', nameOrId)
      .executeTakeFirst()
    if (!row) throw notFound(kind, by === 'id' ? { id: nameOrId } : { name: nameOrId })
    requirePermission(context, fleet, permission)
    return { row: row as unknown as Database[Table], scope: fleet }
  }
