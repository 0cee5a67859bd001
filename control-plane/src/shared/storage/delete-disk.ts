import { protectionProblem } from '@granary/domain/deletion-protection.ts'
import { diskActionAllowed } from '@granary/domain/disk-states.ts'
import type { DiskRow } from '../../database/schema.ts'
import { release } from '../../kinds/charge.ts'
import type { Context } from '../../kit/context/context.ts'
import type { Found } from '../../kit/resources/lookup.ts'
import { enqueue } from '../../tasks/queue.ts'
import { instance } from '../../kinds/instance.ts'
import { disk } from '../../kinds/disk.ts'

/** Returns why a disk cannot be deleted, or null when it can. */
export function deletionProblem({
  name,
  state,
  deletion_protected,
}: Pick<DiskRow, 'name' | 'state' | 'deletion_protected'>): string | null {
  if (deletion_protected === 1) return protectionProblem('disk', name)
  return diskActionAllowed('delete', state) ? null : `disk cannot be deleted in state "${state}"`
}

/** Deletes a disk and releases its quota. The caller checks whether the disk may be deleted. */
export async function deleteDisk(context: Context, found: Found<'disk'>): Promise<void> {
  const { id, size } = found.row
  // A faulted disk may be deleted while attached.
  const booted = await context.db.selectFrom('instance').selectAll().where('boot_disk_id', '=', id).execute()
  for (const row of booted)
    await instance.update(context, { row, scope: found.scope }, { boot_disk_id: null })
  await release(context, found.scope, { cpus: 0, memory: 0, storage: size })
  await disk.remove(context, found)
  await enqueue(context, 'disk', id, found.scope)
}
