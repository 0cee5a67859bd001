import { invalidRequest } from '../kit/errors.ts'
import type { PageQuery } from '../kit/pagination.ts'

const DEFAULT_LIMIT = 100

/**
 * Returns a page of a list in memory. The token is the position of the next item; the last page has none.
 * @throws ApiError 400 for a token of another list.
 */
export function pageOfArray<Item>(
  items: readonly Item[],
  { limit = DEFAULT_LIMIT, pageToken }: PageQuery,
): { items: Item[]; nextPage: string | null } {
  if (pageToken && !/^\d{1,9}$/.test(pageToken))
    throw invalidRequest('invalid page token').at('page_token', 'invalid_format')
  const from = Number(pageToken ?? 0)
  const end = from + limit
  return { items: items.slice(from, end), nextPage: end < items.length ? String(end) : null }
}
