import { storedJson } from '../kit/base/stored-json.ts'
import type { BulkJobItemRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'

/** Returns the ids of each instance's disks, to store with a job, so that it deletes no disk attached later. */
export async function disksOf(
  context: Context,
  instances: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await context.db
    .selectFrom('disk')
    .select(['id', 'instance_id'])
    .where('instance_id', 'in', instances)
    .execute()
  const byInstance = Map.groupBy(rows, ({ instance_id }) => instance_id!)
  return new Map([...byInstance].map(([instance, its]) => [instance, its.map(({ id }) => id)]))
}

/** Returns the stored disks of an instance that are still attached to it. */
export async function attachedDiskIds(context: Context, item: BulkJobItemRow): Promise<string[]> {
  const kept = new Set(storedJson<string[]>(item.disk_ids ?? '[]'))
  const now = await disksOf(context, [item.resource_id])
  return (now.get(item.resource_id) ?? []).filter((id) => kept.has(id))
}
