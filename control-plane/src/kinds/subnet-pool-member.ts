import type { Database } from '../database/schema.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { logged } from '../kit/resources/logged.ts'

type Row = Database['subnet_pool_member']

/** Returns a member in its API form. */
export const memberView = (row: Row) => ({
  id: row.id,
  subnetPoolId: row.subnet_pool_id,
  subnet: row.subnet,
  minPrefixLength: row.min_prefix_length,
  maxPrefixLength: row.max_prefix_length,
  timeCreated: row.time_created,
})

const writes = logged({
  kind: 'subnet-pool-member',
  table: 'subnet_pool_member',
  parentColumn: 'subnet_pool_id',
  view: memberView,
})

/** A network of a subnet pool. The caller has checked that it overlaps with no other. */
export const subnetPoolMember = {
  add: (context: Context, row: Omit<Row, 'id' | 'time_created'>): Promise<Row> =>
    writes.create(context, fleet, { ...row, id: crypto.randomUUID(), time_created: now(context) }),
  remove: (context: Context, row: Row): Promise<void> => writes.remove(context, { row, scope: fleet }),
}
