import { MAX_FETCH_BYTES } from '@granary/domain/image-fetches.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { diskSizeFor } from '@granary/domain/sizes.ts'
import type { ImageFetchRow } from '../../database/schema.ts'
import { checkQuota, freeStorage } from '../../kinds/charge.ts'
import { requireFetchSpace } from '../../kit/request/disk-space.ts'
import { systemContext } from '../../kit/resources/transaction.ts'
import { type FetchRun, noteProgress } from './stage.ts'

/**
 * Downloads the file of a fetch, or the rest of it.
 * @throws FetchRefusal, Cancelled; ApiError if the quota has no room for any image, or disk space is short.
 */
export async function download(run: FetchRun, row: ImageFetchRow): Promise<void> {
  await run.files.download({
    id: row.id,
    url: row.url,
    from: { done: row.bytes_done, total: row.bytes_total, etag: row.etag },
    ...(await longest(run, row)),
    signal: run.ending,
    onProgress: ({ done, total, etag }) => noteProgress(run, { bytes_done: done, bytes_total: total, etag }),
    requireSpace: () => requireFetchSpace(run.services),
  })
}

/** Unpacks the file of a fetch if it is compressed. @throws FetchRefusal, Cancelled; ApiError as {@link download} */
export const unpack = async (run: FetchRun, row: ImageFetchRow): Promise<void> =>
  run.files.unpack(row.id, {
    ...(await longest(run, row)),
    signal: run.ending,
    requireSpace: () => requireFetchSpace(run.services),
  })

/** Nothing is downloaded that the silo has no storage for. @throws ApiError if the quota has no room for any image. */
async function longest({ services }: FetchRun, { silo_id: siloId }: ImageFetchRow) {
  const context = systemContext(services, 'image_fetch')
  await checkQuota(context, siloId, { cpus: 0, memory: 0, storage: diskSizeFor(1) })
  const free = await freeStorage(services.db, siloId)
  if (free >= MAX_FETCH_BYTES)
    return { max: MAX_FETCH_BYTES, tooLarge: `The file is larger than ${formatBytes(MAX_FETCH_BYTES)}.` }
  return {
    max: free,
    tooLarge: `The file is larger than the storage that the quota of the silo has left (${formatBytes(free)}).`,
  }
}
