import type { Services } from '../kit/services.ts'

/** Deletes files of releases that don't exist: a crash may have left one, before the release was stored or after it was deleted. */
export async function discardLeftoverReleases({ db, releases }: Services): Promise<void> {
  if (!releases) return
  const rows = await db.selectFrom('tuf_repo').select('hash').execute()
  const known = new Set(rows.map(({ hash }) => hash))
  for (const hash of await releases.list()) if (!known.has(hash)) await releases.remove(hash)
}
