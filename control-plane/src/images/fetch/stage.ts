import type { ImageFetchRow } from '../../database/schema.ts'
import { changeFetch, imageFetchRow, noteFetchProgress } from '../../kinds/image-fetch.ts'
import { requireFreeSpace } from '../../kit/request/disk-space.ts'
import type { ImageFiles } from '../../kit/base/image-files.ts'
import type { Services } from '../../kit/context/services.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'

/** A fetch at work. */
export type FetchRun = {
  services: Services
  files: ImageFiles
  id: string
  /** Aborted when the server stops. */
  ending: AbortSignal
}

/** A user cancelled the fetch or deleted the image that it writes, or the credential that began the fetch was withdrawn. */
export class Cancelled extends Error {}

/** Takes a fetch to its next stage. @throws Cancelled */
export const advance = (
  { services, id }: FetchRun,
  state: 'downloading' | 'checking' | 'writing',
  values: Partial<Pick<ImageFetchRow, 'bytes_done' | 'bytes_total'>> = {},
): Promise<ImageFetchRow> =>
  inTransaction(systemContext(services, 'image_fetch'), async (context) => {
    const row = await imageFetchRow(context.db, id)
    if (!row || row.state === 'cancelling') throw new Cancelled()
    return changeFetch(context, row, { ...values, state })
  })

/** Stores how far a fetch is. @throws Cancelled; ApiError 507 while disk space is short. */
export async function noteProgress(
  { services, id }: FetchRun,
  progress: Parameters<typeof noteFetchProgress>[2],
): Promise<void> {
  await requireFreeSpace(services)
  // A transaction, because a statement alone takes no turns with one that cancels the fetch, and could make it fail again and again.
  const isWanted = await inTransaction(
    systemContext(services, 'image_fetch'),
    (context) => noteFetchProgress(context, id, progress),
    'locked rows',
  )
  if (!isWanted) throw new Cancelled()
}
