import { type Ask, askJson } from './http.ts'
import type { Target } from './target.ts'

type Page = { items: unknown[]; next_page: string | null }

/** How many items are asked for at once: few requests for long lists, and no answer that takes long. */
const PAGE = 1000

/**
 * The items of a list, page after page, as they come; at most `limit` of them. The server names a next page after every
 * page that has something in it, so the last request may answer nothing.
 */
export async function* itemsOf(
  target: Target,
  ask: Ask,
  limit: number,
  interrupted: AbortSignal,
): AsyncGenerator<unknown> {
  let left = limit
  let token: string | null = null
  while (left > 0) {
    const query = new URLSearchParams(token ? {} : ask.query)
    const size = Math.min(left, PAGE)
    query.set('limit', String(size))
    if (token) query.set('page_token', token)
    const { items, next_page }: Page = (await askJson(target, { ...ask, query }, interrupted)) as Page
    yield* items
    left -= items.length
    // A page that is not full is the last one.
    if (!next_page || items.length < size) return
    token = next_page
  }
}
