import { describeError } from '../kit/base/describe-error.ts'
import type { Services } from '../kit/context/services.ts'

/**
 * Deletes files of releases that don't exist: a crash may have left one, before the release was stored or after it was deleted. A
 * file that can't be deleted does not keep the server from starting.
 */
export async function discardLeftoverReleases({ db, releases, log }: Services): Promise<void> {
  if (!releases) return
  const rows = await db.selectFrom('tuf_repo').select('hash').execute()
  const known = new Set(rows.map(({ hash }) => hash))
  try {
    for (const hash of (await releases.sizes()).keys()) if (!known.has(hash)) await releases.remove(hash)
  } catch (error) {
    log('warn', 'files of releases could not be deleted', { error: describeError(error) })
  }
}
