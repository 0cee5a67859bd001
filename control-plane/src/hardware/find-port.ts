import type { SwitchPortRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'

export type PortRequest = {
  path: { port: string }
  query: { rackId: string; switchSlot: SwitchPortRow['switch_slot'] }
}

/** Returns the port that a request names. @throws ApiError 404. */
export async function findPort(
  { db }: Pick<Context, 'db'>,
  { path, query }: PortRequest,
): Promise<SwitchPortRow> {
  const row = await db
    .selectFrom('switch_port')
    .selectAll()
    .where('rack_id', '=', query.rackId)
    .where('switch_slot', '=', query.switchSlot)
    .where('name', '=', path.port)
    .executeTakeFirst()
  if (!row) throw notFound('switch-port', { name: path.port })
  return row
}
