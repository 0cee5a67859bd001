import { snapshotReason } from '@granary/domain/disk-states.ts'
import type { DiskRow, SnapshotRow } from '../database/schema.ts'
import { diskOutcome } from '../disks/outcome.ts'
import { disk } from '../disks/resource.ts'
import { charge } from '../instances/charge.ts'
import type { ProjectScope } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import { invalidRequest } from '../kit/errors.ts'
import type { Found } from '../kit/lookup.ts'
import { createNamed, updateNamed } from '../kit/named.ts'
import { enqueue } from '../tasks/queue.ts'
import { snapshot } from './resource.ts'

type Identity = { name: string; description: string }

/**
 * Keeps a disk as it is now. A detached one is in `maintenance` until that is done; one in use goes on being used.
 * @throws ApiError 400 for a disk of which no snapshot can be made, 503 in a state that passes, 507 over the quota.
 */
export async function createSnapshot(
  context: Context,
  source: Found<'disk'>,
  identity: Identity,
): Promise<SnapshotRow> {
  const { row } = source
  const never = snapshotReason({ state: 'detached', type: row.disk_type, readOnly: row.read_only === 1 })
  if (never) throw invalidRequest(never)
  diskOutcome('snapshot', row)
  const created = await insertSnapshot(context, source.scope as ProjectScope, row, identity)
  if (row.state === 'detached') await updateNamed(context, disk, source, { state: 'maintenance' })
  return created
}

/** Charges a snapshot, writes it down as `creating` and leaves the rest to a task. */
export async function insertSnapshot(
  context: Context,
  scope: ProjectScope,
  source: DiskRow,
  identity: Identity,
): Promise<SnapshotRow> {
  await charge(context, scope, { cpus: 0, memory: 0, storage: source.size })
  const row = await createNamed(context, snapshot, scope, identity, {
    project_id: scope.projectId,
    disk_id: source.id,
    size: source.size,
    block_size: source.block_size,
    state: 'creating',
  })
  await enqueue(context, 'snapshot', row.id)
  return row
}
