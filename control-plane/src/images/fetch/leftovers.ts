import { describeError } from '../../kit/base/describe-error.ts'
import { unendedFetchStates } from '@granary/domain/image-fetches.ts'
import type { Services } from '../../kit/context/services.ts'

/**
 * Discards downloaded files that no unfinished fetch needs: a server that was killed may have left them. Call it before
 * fetches run. A file that can't be deleted does not keep the server from starting.
 */
export async function discardLeftovers({ db, imageFiles, log }: Services): Promise<void> {
  if (!imageFiles) return
  try {
    const ids = await imageFiles.list()
    const rows = await db
      .selectFrom('image_fetch')
      .select('id')
      .where('state', 'in', unendedFetchStates)
      .execute()
    const needed = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!needed.has(id)) await imageFiles.discard(id)
  } catch (error) {
    log('warn', 'files of image fetches could not be deleted', { error: describeError(error) })
  }
}
