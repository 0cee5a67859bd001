import { setExtensions } from './extensions.ts'
import { vi } from 'vitest'

/** Answers by `METHOD /path` without the query: a body, a response, or a function of the request. */
export type Answers = Record<string, unknown>
/** A recorded call with its query and its body. */
export type Requested = { call: string; query: URLSearchParams; body: unknown }

const DEFAULT_ANSWERS: Answers = { 'GET /v1/me': { id: 'u1', display_name: 'Ada', fleet_viewer: false } }

/** A server with only these answers; everything else is 404. @returns the calls that it received. */
export function answerWith(answers: Answers): Requested[] {
  setExtensions(true)
  const requested: Requested[] = []
  vi.stubGlobal('fetch', async (address: string, init: { method?: string; body?: string | null } = {}) => {
    const url = new URL(address, 'http://console.test')
    const call = `${init.method ?? 'GET'} ${url.pathname}`
    requested.push({ call, query: url.searchParams, body: init.body ? JSON.parse(init.body) : null })
    const answer = answers[call] ?? DEFAULT_ANSWERS[call]
    if (answer === undefined) return refusal(404, 'ObjectNotFound', `not found: ${call}`)
    const body = typeof answer === 'function' ? await (answer as () => unknown)() : answer
    return body instanceof Response ? body : Response.json(body)
  })
  return requested
}

/** Makes a refusal of the server. */
export const refusal = (status: number, error_code: string, message: string) =>
  Response.json({ error_code, message, request_id: 'r1' }, { status })

/** Makes a list of one page. */
export const pageWith = (...items: unknown[]) => ({ items, next_page: null })
