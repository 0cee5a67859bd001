import { present } from '../../kit/base/present.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { DiskSpec } from '@granary/compute/disk.ts'
import type { DiskRow } from '../../database/schema.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'
import type { Context } from '../../kit/context/context.ts'
import { siloOfProject } from '../../kinds/silo-of-project.ts'
import type { Services } from '../../kit/context/services.ts'
import { disk } from '../../kinds/disk.ts'
import { fleet } from '../../kit/resources/authorization.ts'
import { enqueue } from '../../tasks/queue.ts'

/** Whether the snapshot or image that a disk is created from is not ready yet. */
export async function isSourcePending({ db }: Services, row: DiskRow): Promise<boolean> {
  if (row.source !== 'snapshot' && row.source !== 'image') return false
  const sourceId = present(
    row.source === 'snapshot' ? row.snapshot_id : row.image_id,
    'the source of the disk',
  )
  const source = await db.selectFrom(row.source).select('state').where('id', '=', sourceId).executeTakeFirst()
  return source?.state === 'creating'
}

/**
 * Has the driver create a disk and stores the outcome.
 * @returns the new state of the disk: `faulted` when the driver can never create it.
 */
export async function finishCreate(services: Services, row: DiskRow): Promise<DiskRow['state']> {
  let failure: string | null = null
  try {
    await services.compute.createDisk(diskSpec(row))
  } catch (error) {
    if (!(error instanceof DriverError) || error.retryable) throw error
    services.log('warn', 'disk could not be made', { disk: row.id, error: error.message })
    failure = error.message
  }
  return inTransaction(systemContext(services, 'disk_created'), (context) =>
    setMade(context, row.id, failure),
  )
}

/** The disk may have been attached, detached or deleted while the driver created it. */
async function setMade(context: Context, id: string, failure: string | null): Promise<DiskRow['state']> {
  const row = await context.db.selectFrom('disk').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) {
    // The task that deletes it from the driver may have run before the driver had created it.
    await enqueue(context, 'disk', id, fleet)
    return 'destroyed'
  }
  if (row.state !== 'creating') return row.state
  const attached = (await isRunning(context, row)) ? 'attaching' : 'attached'
  const whole = row.source === 'importing' ? 'import_ready' : row.instance_id ? attached : 'detached'
  const state = failure === null ? whole : 'faulted'
  const scope = { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) }
  await disk.update(context, { row, scope }, { state, failure })
  return state
}

/** Whether the instance of a disk runs, so that the driver has to attach the disk to its machine. */
async function isRunning({ db }: Context, { instance_id }: DiskRow): Promise<boolean> {
  if (instance_id === null) return false
  const found = await db
    .selectFrom('instance')
    .select('run_state')
    .where('id', '=', instance_id)
    .executeTakeFirst()
  return found?.run_state === 'running'
}

/** What the driver needs to create a disk. */
export function diskSpec(row: DiskRow): DiskSpec {
  const common = { id: row.id, size: row.size, blockSize: row.block_size, sledId: row.sled_id }
  if (row.source === 'image')
    return { ...common, source: { kind: 'image', imageId: present(row.image_id, 'the image of the disk') } }
  if (row.source === 'snapshot')
    return {
      ...common,
      source: { kind: 'snapshot', snapshotId: present(row.snapshot_id, 'the snapshot of the disk') },
    }
  return { ...common, source: { kind: row.source } }
}
