import { diskSizeFor, MiB } from '@granary/domain/sizes.ts'
import { isAllZero } from '@granary/domain/transfer.ts'
import type { ImageFetchRow, ImageRow } from '../../database/schema.ts'
import { imageFetchRow } from '../../kinds/image-fetch.ts'
import { kindOf } from '../../kinds/image.ts'
import { requireFetchSpace } from '../../kit/request/disk-space.ts'
import { eventLoopTurn } from '../../kit/base/event-loop-turn.ts'
import { type ImageContents, SPACE_CHECK_BYTES } from '../../kit/base/image-files.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'
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
  const begun = await begunImage(run, row)
  // An earlier run may have discarded the file after this.
  if (begun?.state === 'ready') return
  const contents = await files.open(row.id, row.block_size)
  try {
    const image = begun ?? (await insertImage(services, row, diskSizeFor(contents.size)))
    const { compute } = services
    const { disk_id: diskId, snapshot_id: snapshotId } = row
    const { size, block_size: blockSize } = image
    await compute.createDisk({ id: diskId, size, blockSize, source: { kind: 'importing' }, sledId: null })
    await copy(run, contents, diskId, image.id)
    await compute.syncDisk(diskId)
    await compute.snapshotDisk({ id: snapshotId, diskId })
    await compute.createImage({ id: image.id, snapshotId })
    await setReady(run, image.id)
  } finally {
    await contents.close()
  }
}

/** Returns the image that an earlier run created; null if none did. @throws Cancelled if a user has deleted it. */
const begunImage = async (run: FetchRun, row: ImageFetchRow): Promise<ImageRow | null> =>
  row.image_id === null ? null : existingImage(run, row.image_id)

/** @throws Cancelled if a user has deleted the image. */
async function existingImage({ services }: FetchRun, id: string): Promise<ImageRow> {
  const image = await services.db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirst()
  if (!image) throw new Cancelled()
  return image
}

/** Writes everything but zeros. An interrupted copy begins anew: a loss of power may have lost what it wrote. */
async function copy(run: FetchRun, contents: ImageContents, diskId: string, imageId: string): Promise<void> {
  const { services, ending } = run
  const report = async (bytes_done: number) => {
    // Its deletion has refunded the quota.
    await existingImage(run, imageId)
    await noteProgress(run, { bytes_done, bytes_total: contents.size })
  }
  let reported = -Infinity
  for (let from = 0; from < contents.size; from += PIECE) {
    ending.throwIfAborted()
    const time = services.clock.now().getTime()
    if (time - reported >= REPORT_INTERVAL_MS) {
      await report(from)
      reported = time
    }
    if (from % SPACE_CHECK_BYTES === 0) await requireFetchSpace(services)
    const bytes = await contents.read(from, Math.min(contents.size, from + PIECE))
    if (isAllZero(bytes)) await eventLoopTurn()
    else await services.compute.writeBlocks(diskId, from, bytes)
  }
  await report(contents.size)
}

/** A user may have promoted or deleted the image while it was written, or cancelled the fetch. @throws Cancelled */
async function setReady({ services, id: fetchId }: FetchRun, id: string): Promise<void> {
  const exists = await inTransaction(systemContext(services, 'image_fetch'), async (context) => {
    const fetch = await imageFetchRow(context.db, fetchId)
    if (fetch?.state === 'cancelling') throw new Cancelled()
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
