import type { Tag } from '@granary/domain/tags.ts'
import type { DiskRow, SnapshotRow } from '../../database/schema.ts'
import { charge } from '../../kinds/charge.ts'
import type { ProjectScope } from '../../kit/resources/authorization.ts'
import type { Context } from '../../kit/context/context.ts'
import { enqueue } from '../../tasks/queue.ts'
import { snapshot } from '../../kinds/snapshot.ts'

export type Identity = { name: string; description: string; tags?: readonly Tag[] | undefined }

/** Charges a snapshot, inserts it as `creating` and enqueues a task for the rest. */
export async function insertSnapshot(
  context: Context,
  scope: ProjectScope,
  source: DiskRow,
  identity: Identity,
): Promise<SnapshotRow> {
  await charge(context, scope, { cpus: 0, memory: 0, storage: source.size })
  const row = await snapshot.create(context, scope, identity, {
    project_id: scope.projectId,
    disk_id: source.id,
    size: source.size,
    block_size: source.block_size,
    state: 'creating',
  })
  await enqueue(context, 'snapshot', row.id, scope)
  return row
}
