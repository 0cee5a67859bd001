import { type Ask, askJson } from './http.ts'
import type { Target } from './target.ts'

type Page<Item> = { items: Item[]; next_page: string | null }

/** Page size: few requests for long lists, and no slow response. */
const PAGE = 1000

/**
 * Yields the items of a list, of the type that the contract gives them, page by page; at most `limit`. The server names a next page after every non-empty page,
 * so the last request may return nothing.
 */
export async function* itemsOf<Item = unknown>(
  target: Target,
  ask: Ask,
  limit: number,
  interrupted: AbortSignal,
): AsyncGenerator<Item> {
  let left = limit
  let token: string | null = null
  while (left > 0) {
    const query = new URLSearchParams(token ? {} : ask.query)
    const size = Math.min(left, PAGE)
    query.set('limit', String(size))
    if (token) query.set('page_token', token)
    const { items, next_page }: Page<Item> = await askJson(target, { ...ask, query }, interrupted)
    yield* items
    left -= items.length
    // A partial page is the last one.
    if (!next_page || items.length < size) return
    token = next_page
  }
}
