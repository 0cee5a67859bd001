import { DriverError } from '@granary/compute/driver-error.ts'
import type { DiskSpec } from '@granary/compute/disk.ts'
import type { DiskRow } from '../../database/schema.ts'
import { inTransaction, systemContext } from '../../kit/transaction.ts'
import type { Context } from '../../kit/context.ts'
import { siloOfProject } from '../../kinds/silo-of-project.ts'
import type { Services } from '../../kit/services.ts'
import { disk } from '../../kinds/disk.ts'
import { fleet } from '../../kit/authorization.ts'
import { enqueue } from '../../tasks/queue.ts'

/** Whether the snapshot or image that a disk is created from is not ready yet. */
export async function isSourcePending({ db }: Services, row: DiskRow): Promise<boolean> {
  if (row.source !== 'snapshot' && row.source !== 'image') return false
  const sourceId = row.source === 'snapshot' ? row.snapshot_id! : row.image_id!
  const source = await db
    .selectFrom(row.source as 'snapshot')
    .select('state')
    .where('id', '=', sourceId)
    .executeTakeFirst()
  return source?.state === 'creating'
}

/**
 * Has the driver create a disk and stores the outcome.
 * @returns the new state of the disk: `faulted` when the driver can never create it.
 */
export async function finishCreate(services: Services, row: DiskRow): Promise<DiskRow['state']> {
  let made = true
  try {
    await services.compute.createDisk(diskSpec(row))
  } catch (error) {
    if (!(error instanceof DriverError) || error.retryable) throw error
    services.log('warn', 'disk could not be made', { disk: row.id, error: error.message })
    made = false
  }
  return inTransaction(systemContext(services, 'disk_created'), (context) => setMade(context, row.id, made))
}

/** The disk may have been attached, detached or deleted while the driver created it. */
async function setMade(context: Context, id: string, made: boolean): Promise<DiskRow['state']> {
  const row = await context.db.selectFrom('disk').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) {
    // The task that deletes it from the driver may have run before the driver had created it.
    await enqueue(context, 'disk', id, fleet)
    return 'destroyed'
  }
  if (row.state !== 'creating') return row.state
  const whole = row.source === 'importing' ? 'import_ready' : row.instance_id ? 'attached' : 'detached'
  const state = made ? whole : 'faulted'
  const scope = { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) }
  await disk.update(context, { row, scope }, { state })
  return state
}

/** What the driver needs to create a disk. */
export function diskSpec(row: DiskRow): DiskSpec {
  const common = { id: row.id, size: row.size, blockSize: row.block_size, sledId: null }
  if (row.source === 'image') return { ...common, source: { kind: 'image', imageId: row.image_id! } }
  if (row.source === 'snapshot')
    return { ...common, source: { kind: 'snapshot', snapshotId: row.snapshot_id! } }
  return { ...common, source: { kind: row.source } }
}
