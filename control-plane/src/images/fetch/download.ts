import { MAX_FETCH_BYTES } from '@granary/domain/image-fetches.ts'
import type { ImageFetchRow } from '../../database/schema.ts'
import { requireFetchSpace } from '../../kit/disk-space.ts'
import { type FetchRun, noteProgress } from './stage.ts'

/** Downloads the file of a fetch, or the rest of it. @throws FetchRefusal, Cancelled */
export const download = (run: FetchRun, row: ImageFetchRow): Promise<void> =>
  run.files.download({
    id: row.id,
    url: row.url,
    from: { done: row.bytes_done, total: row.bytes_total, etag: row.etag },
    max: MAX_FETCH_BYTES,
    signal: run.ending,
    onProgress: ({ done, total, etag }) => noteProgress(run, { bytes_done: done, bytes_total: total, etag }),
    requireSpace: () => requireFetchSpace(run.services),
  })
