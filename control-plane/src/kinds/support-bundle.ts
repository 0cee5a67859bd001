import { storedJson } from '../kit/base/stored-json.ts'
import type { SupportBundleRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import type { Reader } from '../kit/context/reader.ts'
import { logged } from '../kit/resources/logged.ts'

/** A file of a bundle in its API form. */
export type BundleFile = { name: string; size: number; isCut: boolean; problem: string | null }

/** Returns the files that were collected so far. */
export const filesOf = ({ files }: Pick<SupportBundleRow, 'files'>): BundleFile[] =>
  storedJson<BundleFile[]>(files)

/** Returns a bundle in its API form. */
export const supportBundleView = (row: SupportBundleRow) => ({
  id: row.id,
  state: row.state,
  reasonForCreation: row.reason_for_creation,
  reasonForFailure: row.reason_for_failure,
  userComment: row.user_comment,
  timeCreated: row.time_created,
  since: row.since,
  timeCompleted: row.time_completed,
  size: row.size,
  progress: row.progress,
  files: filesOf(row),
})

/** What operators send to get help. */
export const supportBundle = logged({
  kind: 'support-bundle',
  table: 'support_bundle',
  name: (row) => row.user_comment,
  view: supportBundleView,
})

/** Returns a bundle, or undefined if there is none with this ID. */
export const supportBundleRow = (db: Reader, id: string): Promise<SupportBundleRow | undefined> =>
  db.selectFrom('support_bundle').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws ApiError 404. */
export async function findSupportBundle({ db }: Pick<Context, 'db'>, id: string): Promise<SupportBundleRow> {
  const row = await supportBundleRow(db, id)
  if (!row) throw notFound('support-bundle', { id })
  return row
}
