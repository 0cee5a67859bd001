import { hasPendingSnapshot } from '../shared/storage/copies.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { siloOfProject } from '../kinds/silo-of-project.ts'
import type { Services } from '../kit/context/services.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { disk } from '../kinds/disk.ts'
import { isSourcePending, finishCreate } from '../shared/storage/make-disk.ts'

/** Makes the driver's disk match the row: present when it is `creating`, absent when the row is gone. */
export async function reconcileDisk(services: Services, id: string): Promise<Outcome> {
  const row = await services.db.selectFrom('disk').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) {
    if (await hasPendingSnapshot(services.db, id)) return { again: POLL_INTERVAL_MS }
    return services.compute.deleteDisk(id)
  }
  if (row.state === 'finalizing') await endImport(services, id)
  if (row.state !== 'creating' || row.instance_id !== null) return
  if (await isSourcePending(services, row)) return { again: POLL_INTERVAL_MS }
  await finishCreate(services, row)
}

/** Interval between checks for a pending source or pending snapshots, in milliseconds. */
const POLL_INTERVAL_MS = 500

/** Ends an import without a snapshot. An import with a snapshot ends when the snapshot is ready. */
async function endImport(services: Services, id: string): Promise<void> {
  if (await hasPendingSnapshot(services.db, id)) return
  // An import is finished only when its bytes survive a loss of power.
  await services.compute.syncDisk(id)
  await inTransaction(systemContext(services, 'disk_finalized'), async (context) => {
    const row = await context.db.selectFrom('disk').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.state !== 'finalizing') return
    if (await hasPendingSnapshot(context.db, id)) return
    const scope = { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) }
    await disk.update(context, { row, scope }, { state: 'detached' })
  })
}
