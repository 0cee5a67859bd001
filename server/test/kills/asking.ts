import { sessionAt } from '../server.ts'

/** The outcome of a request is unknown: its answer did not arrive, or the server could not say. */
export class UnknownOutcome extends Error {}

export type Answer = { status: number; body: never }
export type Ask = (method: string, path: string, body?: object | Uint8Array<ArrayBuffer>) => Promise<Answer>

/** A 503 that refuses the request: the disk is busy. Every other one means that the database does not answer. */
const REFUSALS = /cannot be snapshotted/

/**
 * Returns a function that sends requests.
 * @throws UnknownOutcome from it for a broken connection, and when the database does not answer; Error for 500.
 */
export function asking(url: string, cookie: string): Ask {
  return async (method, path, body) => {
    const bytes = body instanceof Uint8Array
    const own = sessionAt(url, cookie)
    const headers = { cookie: own, 'content-type': bytes ? 'application/octet-stream' : 'application/json' }
    const request: RequestInit = { method, headers }
    if (body) request.body = bytes ? body : JSON.stringify(body)
    try {
      const answer = await fetch(url + path, request)
      // An answer counts only when all of it has arrived.
      const text = await answer.text()
      if (answer.status === 500) throw new Error(`${method} ${path}: ${text}`)
      if (answer.status === 503 && !REFUSALS.test(text)) throw new UnknownOutcome(`${answer.status}: ${text}`)
      return { status: answer.status, body: (text ? JSON.parse(text) : null) as never }
    } catch (error) {
      // `fetch` throws a TypeError when the connection breaks.
      throw error instanceof TypeError ? new UnknownOutcome(error.message) : error
    }
  }
}
