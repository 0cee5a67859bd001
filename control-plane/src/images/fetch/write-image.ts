import { diskSizeFor, MiB } from '@granary/domain/sizes.ts'
import { isAllZero } from '@granary/domain/transfer.ts'
import type { ImageFetchRow, ImageRow } from '../../database/schema.ts'
import { kindOf } from '../../kinds/image.ts'
import { eventLoopTurn } from '../../kit/event-loop-turn.ts'
import type { ImageContents } from '../../kit/image-files.ts'
import { inTransaction, systemContext } from '../../kit/transaction.ts'
import { insertImage } from './insert-image.ts'
import { Cancelled, type FetchRun, noteProgress } from './stage.ts'

/** Bytes that are read and written at once. */
const PIECE = MiB
/** Milliseconds between two reports of progress. */
const REPORT_INTERVAL_MS = 1_000

/**
 * Makes the image of a downloaded file. The driver makes images of snapshots of disks only, so there are both for a
 * while; they are no resources of the API and charge nothing.
 * @throws FetchRefusal, Cancelled, DriverError; ApiError if the image can't be created.
 */
export async function writeImage(run: FetchRun, row: ImageFetchRow): Promise<void> {
  const { files, services } = run
  const contents = await files.open(row.id, row.block_size)
  try {
    const image = await imageOf(run, row, diskSizeFor(contents.size))
    if (image.state === 'ready') return
    const { compute } = services
    const { disk_id: diskId, snapshot_id: snapshotId } = row
    const { size, block_size: blockSize } = image
    await compute.createDisk({ id: diskId, size, blockSize, source: { kind: 'importing' }, sledId: null })
    await copy(run, contents, diskId)
    await compute.syncDisk(diskId)
    await compute.snapshotDisk({ id: snapshotId, diskId })
    await compute.createImage({ id: image.id, snapshotId })
    await setReady(run, image.id)
  } finally {
    await contents.close()
  }
}

/** Returns the image of a fetch, created in an earlier run or now. @throws Cancelled if a user has deleted it. */
async function imageOf({ services }: FetchRun, row: ImageFetchRow, size: number): Promise<ImageRow> {
  if (row.image_id === null) return insertImage(services, row, size)
  const image = await services.db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', row.image_id)
    .executeTakeFirst()
  if (!image) throw new Cancelled()
  return image
}

/** Writes everything but zeros. An interrupted copy begins anew: a loss of power may have lost what it wrote. */
async function copy(run: FetchRun, contents: ImageContents, diskId: string): Promise<void> {
  const { services, ending } = run
  let reported = -Infinity
  for (let from = 0; from < contents.size; from += PIECE) {
    ending.throwIfAborted()
    const time = services.clock.now().getTime()
    if (time - reported >= REPORT_INTERVAL_MS) {
      await noteProgress(run, { bytes_done: from, bytes_total: contents.size })
      reported = time
    }
    const bytes = await contents.read(from, Math.min(contents.size, from + PIECE))
    if (isAllZero(bytes)) await eventLoopTurn()
    else await services.compute.writeBlocks(diskId, from, bytes)
  }
  await noteProgress(run, { bytes_done: contents.size, bytes_total: contents.size })
}

/** A user may have promoted or deleted the image while it was written. @throws Cancelled */
async function setReady({ services }: FetchRun, id: string): Promise<void> {
  const exists = await inTransaction(systemContext(services, 'image_fetch'), async (context) => {
    const row = await context.db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return false
    const scope = { siloId: row.silo_id, projectId: row.project_id }
    await kindOf(row).update(context, { row, scope }, { state: 'ready' })
    return true
  })
  if (exists) return
  // The task of its deletion may have run before the driver had it.
  await services.compute.deleteImage(id)
  throw new Cancelled()
}
