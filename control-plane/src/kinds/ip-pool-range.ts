import { fixedRange, type IpRange } from '@granary/domain/ip-ranges.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { Database } from '../database/schema.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { logged } from '../kit/resources/logged.ts'

type Row = Database['ip_pool_range']

/** Returns a range in its API form. */
export const rangeView = (row: Row) => ({
  id: row.id,
  ipPoolId: row.ip_pool_id,
  range: { first: fromFixedWidth(row.first_address), last: fromFixedWidth(row.last_address) },
  timeCreated: row.time_created,
})

const writes = logged({
  kind: 'ip-pool-range',
  table: 'ip_pool_range',
  parentColumn: 'ip_pool_id',
  view: rangeView,
})

/** A range of addresses of an IP pool. The caller has checked that it overlaps with no other. */
export const ipPoolRange = {
  add: async (context: Context, poolId: string, range: IpRange): Promise<Row> => {
    const { first, last } = fixedRange(range)
    return writes.create(context, fleet, {
      id: crypto.randomUUID(),
      ip_pool_id: poolId,
      first_address: first,
      last_address: last,
      time_created: now(context),
    })
  },
  remove: (context: Context, row: Row): Promise<void> => writes.remove(context, { row, scope: fleet }),
}
