import { DriverError } from '@granary/compute/driver-error.ts'
import { isFetchOver } from '@granary/domain/image-fetches.ts'
import type { ImageFetchRow } from '../../database/schema.ts'
import { changeFetch, imageFetchRow } from '../../kinds/image-fetch.ts'
import { ApiError } from '../../kit/base/errors.ts'
import { FetchRefusal } from '../../kit/base/image-files.ts'
import type { Services } from '../../kit/context/services.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'
import type { Outcome } from '../../tasks/task-function.ts'
import { deleteImage } from '../delete-image.ts'
import { checkFile } from './check-file.ts'
import { download, unpack } from './download.ts'
import { requester } from './requester.ts'
import { advance, Cancelled, type FetchRun } from './stage.ts'
import { whileWanted } from './while-wanted.ts'
import { writeImage } from './write-image.ts'

type End = Pick<ImageFetchRow, 'error_code' | 'message'> & { state: 'succeeded' | 'failed' | 'cancelled' }

/**
 * Works on a fetch until it has ended. Each stage can be repeated, and a restart continues the stage that it interrupted.
 * @param ending aborted when the server stops.
 */
export async function runImageFetch(services: Services, id: string, ending: AbortSignal): Promise<Outcome> {
  const row = await imageFetchRow(services.db, id)
  if (!row || isFetchOver(row.state)) return
  const { imageFiles: files } = services
  if (!files) return finish(services, row, failed('FetchFailed', 'This server does not fetch images.'))
  const end = await endOf({ services, files, id, ending }, row)
  if (!end) return { again: 0 }
  // First, because this needs no space: the driver's deletions write to a database, which a full disk refuses.
  await files.discard(id)
  await services.compute.deleteSnapshot(row.snapshot_id)
  await services.compute.deleteDisk(row.disk_id)
  await finish(services, row, end)
}

/** Goes through the stages. @returns null if the server stops. @throws errors that may be gone in a moment. */
async function endOf(run: FetchRun, row: ImageFetchRow): Promise<End | null> {
  try {
    await stages(run, row)
    return { state: 'succeeded', error_code: null, message: null }
  } catch (error) {
    if (run.ending.aborted) return null
    if (error instanceof Cancelled) return CANCELLED
    if (error instanceof FetchRefusal) return failed('FetchFailed', error.message)
    if (error instanceof ApiError) return failed(error.code ?? 'Internal', error.message)
    if (!(error instanceof DriverError) || mayPass(error)) throw error
    run.services.log('warn', 'image could not be stored', { fetch: run.id, error: error.message })
    return failed('InsufficientCapacity', 'The image could not be stored. Ask an operator for the reason.')
  }
}

/** A full disk stays full while it keeps the parts of this image, so that is an end. */
const mayPass = ({ kind, retryable }: DriverError): boolean => retryable && kind !== 'insufficient_capacity'

const CANCELLED: End = { state: 'cancelled', error_code: null, message: null }

const failed = (error_code: string, message: string): End => ({ state: 'failed', error_code, message })

async function stages(run: FetchRun, row: ImageFetchRow): Promise<void> {
  let now = row
  if (now.state === 'cancelling') throw new Cancelled()
  if (now.state === 'waiting') {
    await requester(run.services, now)
    now = await advance(run, 'downloading')
  }
  if (now.state === 'downloading') {
    await whileWanted(run, (wanted) => download(wanted, now))
    now = await advance(run, 'checking')
  }
  if (now.state === 'checking') {
    // The checksum is that of the file as the site has it.
    await whileWanted(run, (wanted) => checkFile(wanted, now))
    await whileWanted(run, (wanted) => unpack(wanted, now))
    now = await advance(run, 'writing', { bytes_done: 0, bytes_total: null })
  }
  await writeImage(run, now)
}

/** Stores the end of a fetch, and deletes the image of one that did not succeed. */
const finish = (services: Services, { id }: ImageFetchRow, reached: End): Promise<void> =>
  inTransaction(systemContext(services, 'image_fetch'), async (context) => {
    const row = await imageFetchRow(context.db, id)
    if (!row || isFetchOver(row.state)) return
    // It may fail, such as because its site closes the connection, just after it was cancelled.
    const end = row.state === 'cancelling' && reached.state === 'failed' ? CANCELLED : reached
    if (end.state !== 'succeeded' && row.image_id !== null) {
      const image = await context.db
        .selectFrom('image')
        .selectAll()
        .where('id', '=', row.image_id)
        .where('state', '=', 'creating')
        .executeTakeFirst()
      const scope = image && { siloId: image.silo_id, projectId: image.project_id }
      if (image && scope) await deleteImage(context, { row: image, scope })
    }
    // The withdrawal of a credential cancels with a reason.
    const { error_code, message } = row
    const isWithdrawn = end.state === 'cancelled' && error_code !== null
    const image_id = end.state === 'succeeded' ? row.image_id : null
    await changeFetch(context, row, {
      ...(isWithdrawn ? { state: 'failed', error_code, message } : end),
      image_id,
    })
  })
