import type { PostWebhook } from '@granary/control-plane/kit/base/messages.ts'
import { Agent, type Dispatcher } from 'undici'
import { checkedAddress, OutgoingError } from './open-address.ts'
import { MAX_EXCERPT, NETWORK_PROBLEMS } from './problems.ts'
import { guardedLookup, NOT_ALLOWED, type Reachable } from './reachable.ts'

/** Bytes that are read of an answer. */
const MAX_READ = 4_096
/** Milliseconds for a connection, and for all of a request. */
type Patience = { connect: number; all: number }
const PATIENCE: Patience = { connect: 10_000, all: 30_000 }

/** Names of this machine that need no lookup. */
const OWN_NAME = /^(.+\.)?localhost\.?$/i

/** Returns why alerts can't be sent to an address, or null. Names are resolved only when something is sent. */
export function endpointProblem(text: string, isAllowed: Reachable): string | null {
  try {
    const { hostname } = checkedAddress(text, isAllowed)
    return OWN_NAME.test(hostname) && !isAllowed('127.0.0.1') ? NOT_ALLOWED : null
  } catch (error) {
    if (error instanceof OutgoingError) return error.message
    throw error
  }
}

/**
 * Sends requests to web addresses that operators choose, but only to allowed ones: operators could otherwise reach machines that only
 * the server can. Connections are kept for a few seconds. Each one was made to an address that was checked.
 */
export function postWebhooks(isAllowed: Reachable, patience = PATIENCE): PostWebhook {
  // Redirects are not followed.
  const agent = new Agent({ connect: { timeout: patience.connect, lookup: guardedLookup(isAllowed) } })
  return async (text, { headers, body }, signal) => {
    const begun = performance.now()
    // Signals that follow others take longer than a request.
    const ending = new AbortController()
    const stop = () => ending.abort()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      stop()
    }, patience.all)
    signal.addEventListener('abort', stop)
    try {
      signal.throwIfAborted()
      const { origin, pathname, search } = checkedAddress(text, isAllowed)
      const answer = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { ...headers, 'user-agent': 'granary' },
        body,
        signal: ending.signal,
      })
      const durationMs = Math.round(performance.now() - begun)
      return { status: answer.statusCode, durationMs, excerpt: await beginningOf(answer.body) }
    } catch (error) {
      signal.throwIfAborted()
      if (isLate) return { failure: 'timeout', problem: `no answer within ${patience.all / 1_000} seconds` }
      if ((error as NodeJS.ErrnoException).code === 'UND_ERR_CONNECT_TIMEOUT')
        return { failure: 'timeout', problem: `no connection within ${patience.connect / 1_000} seconds` }
      return { failure: 'unreachable', problem: wordsOf(error) }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }
}

/** Why there was no answer. Messages of the system may name addresses of an internal network. */
function wordsOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (message === NOT_ALLOWED || error instanceof OutgoingError) return message
  return NETWORK_PROBLEMS[code ?? ''] ?? `the connection failed${code ? ` (${code})` : ''}`
}

/** Reads the beginning of an answer, and closes the connection unless that was all. One that breaks off has arrived nevertheless. */
async function beginningOf(answer: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.byteLength
      if (size >= MAX_READ) break
    }
  } catch {
    // The status has said what became of it.
  }
  const text = Buffer.concat(parts).subarray(0, MAX_READ).toString()
  // PostgreSQL has no text with a NUL character.
  return text.replaceAll('\0', '').slice(0, MAX_EXCERPT)
}
