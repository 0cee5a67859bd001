import { LIMITS } from '@granary/domain/limits.ts'
import { isUuid } from '@granary/domain/names.ts'
import { isFetchOver, unendedFetchStates } from '@granary/domain/image-fetches.ts'
import type { ImageFetchRow } from '../database/schema.ts'
import { may, type ProjectScope, requirePermission } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { hidden, notFound } from '../kit/base/errors.ts'
import { logged } from '../kit/resources/logged.ts'
import type { Selectors } from '../kit/resources/lookup.ts'
import { rawWriter } from '../database/session.ts'
import type { Reader } from '../kit/context/reader.ts'
import type { Permission } from '../kit/resources/resource.ts'

/** Returns a fetch as the API shows it. */
export const imageFetchView = (row: ImageFetchRow) => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  description: row.description,
  os: row.os,
  version: row.version,
  blockSize: row.block_size,
  url: row.url,
  checksum: row.checksum,
  checksumUrl: row.checksum_url,
  state: row.state,
  bytesDone: row.bytes_done,
  bytesTotal: row.bytes_total,
  imageId: row.image_id,
  errorCode: row.error_code,
  message: row.message,
  timeCreated: row.time_created,
  timeCompleted: row.time_completed,
})

/** The download of an image to a project. */
export const imageFetch = logged({
  kind: 'image-fetch',
  table: 'image_fetch',
  name: (row) => row.name,
  view: imageFetchView,
})

/** Retention of fetches that have ended; milliseconds. */
export const FETCH_RETENTION_MS = 7 * 24 * 3_600_000

export const fetchScope = (row: ImageFetchRow): ProjectScope => ({
  siloId: row.silo_id,
  projectId: row.project_id,
})

/** Finds a fetch by its ID. @throws ApiError 404 if the caller can't read it, 403 without the permission. */
export async function findImageFetch(context: Context, selectors: Selectors, permission: Permission) {
  const id = String(selectors.fetch)
  const row = isUuid(id) ? await imageFetchRow(context.db, id) : undefined
  if (!row) throw notFound('image-fetch', { id })
  const scope = fetchScope(row)
  if (!may(context, scope, 'read')) throw hidden('image-fetch', { id })
  requirePermission(context, scope, permission)
  return { row, scope }
}

/** Returns a fetch, or undefined if there is none with this ID. */
export const imageFetchRow = (db: Reader, id: string): Promise<ImageFetchRow | undefined> =>
  db.selectFrom('image_fetch').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the query for the fetches that have not ended. */
export const unendedFetches = (db: Reader) =>
  db.selectFrom('image_fetch').where('state', 'in', unendedFetchStates)

/** Returns how many fetches of a silo have not ended. */
export async function countUnendedFetches(db: Reader, siloId: string): Promise<number> {
  const { count } = await unendedFetches(db)
    .select((select) => select.fn.countAll().as('count'))
    .where('silo_id', '=', siloId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Stores how far a fetch is. Progress changes every second and follows no request, so the change log omits it.
 * @returns whether the fetch is still wanted.
 */
export async function noteFetchProgress(
  context: Context,
  id: string,
  progress: Partial<Pick<ImageFetchRow, 'bytes_done' | 'bytes_total' | 'etag'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await rawWriter(context)
    .updateTable('image_fetch')
    .set(progress)
    .where('id', '=', id)
    .where('state', 'in', ['downloading', 'checking', 'writing'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes a fetch and sets its end, if the new state is one. */
export async function changeFetch(
  context: Context,
  row: ImageFetchRow,
  values: Partial<Omit<ImageFetchRow, 'state'>> & Pick<ImageFetchRow, 'state'>,
): Promise<ImageFetchRow> {
  const isOver = isFetchOver(values.state)
  const time_completed = isOver ? now(context) : null
  const changed = await imageFetch.update(
    context,
    { row, scope: fetchScope(row) },
    { ...values, time_completed },
  )
  if (isOver) await deleteOldFetches(context, row.user_id)
  return changed
}

/** Each end deletes more than it adds, also where there were many before there was a limit. */
const DELETED_AT_ONCE = 10

/** Deletes the fetches of a user that ended before the newest ones. They go without an entry in the change log, like expired ones. */
async function deleteOldFetches(context: Context, userId: string): Promise<void> {
  const old = await context.db
    .selectFrom('image_fetch')
    .select('id')
    .where('user_id', '=', userId)
    .where('time_completed', 'is not', null)
    .orderBy('time_completed', 'desc')
    .orderBy('id', 'desc')
    .offset(LIMITS.endedFetches.max)
    .limit(DELETED_AT_ONCE)
    .execute()
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  await rawWriter(context).deleteFrom('image_fetch').where('id', 'in', ids).execute()
}
