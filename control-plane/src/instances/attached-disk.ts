import { isUuid } from '@granary/domain/names.ts'
import type { DiskRow } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'
import type { Found } from '../kit/lookup.ts'

/** Finds a disk of an instance by name or id, or returns null when no such disk is attached. */
export async function findAttachedDisk(
  context: Context,
  { row: { id: instanceId } }: Found<'instance'>,
  nameOrId: string,
): Promise<DiskRow | null> {
  const row = await context.db
    .selectFrom('disk')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where(isUuid(nameOrId) ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()
  return row ?? null
}
