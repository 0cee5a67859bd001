import { DriverError } from '@granary/compute/driver-error.ts'
import { disk } from '../kinds/disk.ts'
import { pendingCopies, hasPendingSnapshot } from '../shared/storage/copies.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { siloOfProject } from '../kinds/silo-of-project.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { snapshot } from '../kinds/snapshot.ts'

/** Interval between checks for pending copies, in milliseconds. */
const POLL_INTERVAL_MS = 500

/** Makes the driver's snapshot match the row: present when it is `creating`, absent when the row is gone. */
export async function reconcileSnapshot(services: Services, id: string): Promise<Outcome> {
  const { db, compute } = services
  const row = await db.selectFrom('snapshot').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) {
    if (await pendingCopies(db, { snapshotId: id })) return { again: POLL_INTERVAL_MS }
    return compute.deleteSnapshot(id)
  }
  if (row.state !== 'creating') return
  let failure: string | null = null
  try {
    await compute.snapshotDisk({ id, diskId: row.disk_id })
  } catch (error) {
    if (!(error instanceof DriverError) || error.retryable) throw error
    services.log('warn', 'snapshot could not be made', { snapshot: id, error: error.message })
    failure = error.message
  }
  await inTransaction(systemContext(services, 'snapshot_created'), (context) => setMade(context, id, failure))
}

/** Stores the outcome and releases the disk that waited for it. A snapshot in `creating` cannot be deleted. */
async function setMade(context: Context, id: string, failure: string | null): Promise<void> {
  const row = await context.db.selectFrom('snapshot').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.state !== 'creating') return
  const scope = { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) }
  await snapshot.update(context, { row, scope }, { state: failure === null ? 'ready' : 'faulted', failure })
  const source = await context.db
    .selectFrom('disk')
    .selectAll()
    .where('id', '=', row.disk_id)
    .executeTakeFirst()
  const waits = source?.state === 'maintenance' || source?.state === 'finalizing'
  if (waits && !(await hasPendingSnapshot(context.db, source.id)))
    await disk.update(context, { row: source, scope }, { state: 'detached' })
}
