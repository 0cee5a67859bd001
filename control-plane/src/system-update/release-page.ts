import { tufRepoView } from '../kinds/system-update.ts'
import type { Context } from '../kit/context/context.ts'
import { markerIn, type PageQuery, tokenAfter } from '../kit/request/pagination.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 10_000

/**
 * Returns a page of the releases by version, the newest first unless asked otherwise.
 * @throws ApiError 400 for the token of another list.
 */
export async function releasePage({ db }: Context, page: PageQuery) {
  const sort = page.sortBy ?? 'version_descending'
  const isDescending = sort === 'version_descending'
  const marker = page.pageToken ? markerIn(page.pageToken, sort, /^[\x20-\x7e]+$/)[0] : null
  let query = db
    .selectFrom('tuf_repo')
    .selectAll()
    .orderBy('version_key', isDescending ? 'desc' : 'asc')
    .limit(Math.min(page.limit ?? DEFAULT_LIMIT, MAX_LIMIT))
  if (marker) query = query.where('version_key', isDescending ? '<' : '>', marker)
  const rows = await query.execute()
  const last = rows.at(-1)
  return {
    items: rows.map(tufRepoView),
    nextPage: last ? tokenAfter(page, sort, last.version_key) : null,
  }
}
