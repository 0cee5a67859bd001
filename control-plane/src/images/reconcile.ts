import { present } from '../kit/base/present.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { pendingCopies } from '../shared/storage/copies.ts'
import { kindOf } from '../kinds/image.ts'

/** Interval between checks for a pending source or pending copies, in milliseconds. */
const POLL_INTERVAL_MS = 500

/** Makes the driver's image match the row: present when it is `creating`, absent when the row is gone. */
export async function reconcileImage(services: Services, id: string): Promise<Outcome> {
  const { db, compute } = services
  const row = await db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) {
    if (await pendingCopies(db, { imageId: id })) return { again: POLL_INTERVAL_MS }
    return compute.deleteImage(id)
  }
  if (row.state !== 'creating') return
  const snapshotId = present(row.source_snapshot_id, 'the snapshot of the image')
  const source = await db
    .selectFrom('snapshot')
    .select('state')
    .where('id', '=', snapshotId)
    .executeTakeFirst()
  if (source?.state === 'creating') return { again: POLL_INTERVAL_MS }
  let failure: string | null = null
  try {
    await compute.createImage({ id, snapshotId })
  } catch (error) {
    if (!(error instanceof DriverError) || error.retryable) throw error
    services.log('warn', 'image could not be made', { image: id, error: error.message })
    failure = error.message
  }
  await inTransaction(systemContext(services, 'image_created'), (context) => setMade(context, id, failure))
}

/** The image may have been promoted, demoted or deleted while the driver copied it. */
async function setMade(context: Context, id: string, failure: string | null): Promise<void> {
  const row = await context.db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.state !== 'creating') return
  const scope = { siloId: row.silo_id, projectId: row.project_id }
  await kindOf(row).update(
    context,
    { row, scope },
    { state: failure === null ? 'ready' : 'faulted', failure },
  )
}
