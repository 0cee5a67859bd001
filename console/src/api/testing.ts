import { vi } from 'vitest'

/** Answers by `METHOD /path`, the query left out: a body, a response, or what makes one of the request. */
export type Answers = Record<string, unknown>
/** A call that was made, with its query and its body. */
export type Asked = { call: string; query: URLSearchParams; body: unknown }

const ALWAYS: Answers = { 'GET /v1/me': { id: 'u1', display_name: 'Ada', fleet_viewer: false } }

/** A server that knows nothing but what it is told here; what it is not told is not found. @returns what was asked of it. */
export function answerWith(answers: Answers): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, init: { method?: string; body?: string | null } = {}) => {
    const url = new URL(address, 'http://console.test')
    const call = `${init.method ?? 'GET'} ${url.pathname}`
    asked.push({ call, query: url.searchParams, body: init.body ? JSON.parse(init.body) : null })
    const answer = answers[call] ?? ALWAYS[call]
    if (answer === undefined) return refusal(404, 'ObjectNotFound', `not found: ${call}`)
    const body = typeof answer === 'function' ? (answer as () => unknown)() : answer
    return body instanceof Response ? body : Response.json(body)
  })
  return asked
}

/** How the server says no. */
export const refusal = (status: number, error_code: string, message: string) =>
  Response.json({ error_code, message, request_id: 'r1' }, { status })

/** All of a list in one page. */
export const pageWith = (...items: unknown[]) => ({ items, next_page: null })
