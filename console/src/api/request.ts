import { learnClock } from '../time/clock.ts'
import type { Call, CallInput, CallOutput } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { fromWire, toSnake, toWire } from './casing.ts'
import { ApiError, type ErrorBody, errorMessage } from './errors.ts'
import { isRecorded, type Parts } from './first-request.ts'
import { hasExtensions, learnExtensions } from './extensions.ts'

/**
 * Builds the path and query of a call: arrays repeat their key, null and undefined are omitted.
 * @throws Error for an empty part of the path, which would be the address of another operation.
 */
export function urlOf(call: Pick<Call, 'path'>, { path = {}, query = {} }: Parts): string {
  const pathname = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = path[name] as string | number | null | undefined
    if (part == null || part === '') throw new Error(`${call.path}: no ${name}`)
    return encodeURIComponent(part)
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === null || item === undefined) continue
      search.append(toSnake(key), item instanceof Date ? item.toISOString() : String(item))
    }
  }
  return search.size > 0 ? `${pathname}?${search}` : pathname
}

/**
 * Sends one operation to the control plane.
 * @throws ApiError for every failed answer, for an unreadable body, and without an answer. A 401 redirects to sign-in
 * and back, and the promise never settles; except for the sign-in itself, and while the page must stay.
 */
export async function request<Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id>,
  signal?: AbortSignal,
): Promise<CallOutput<Id>> {
  const parts = input as Parts
  const url = urlOf(call, parts)
  // Queries can be aborted; everything else is what the user does.
  if (call.method !== 'GET' && signal === undefined && isRecorded(call, parts)) return new Promise(() => {})
  const { response, text } = await send(url, {
    method: call.method,
    // Screens show the states in between, so they need not wait for their end (RFC 7240 section 4.1).
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: parts.body === undefined ? null : JSON.stringify(toWire(parts.body)),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    throw noAnswer(error)
  })
  return takeAnswer(call, url, response, text)
}

/**
 * Returns the content of an answer, or throws its error, as {@link request} does; for calls that are made in another
 * way.
 * @param text its body.
 */
export function takeAnswer<Id extends OperationId>(
  call: Call<Id>,
  url: string,
  response: Response,
  text: string,
): CallOutput<Id> | Promise<CallOutput<Id>> {
  const body = readBody(text, response)
  if (response.ok && body !== UNREADABLE) {
    const answer = body as CallOutput<Id>
    return hasExtensions() ? answer : withNulls(call, answer)
  }
  const error = toError(call.id, response, body)
  log(call, url, error)
  if (response.status !== 401 || call.id === 'loginLocal') throw error
  // The page is about to be left: an error would only flash.
  if (signInAgain()) return new Promise(() => {})
  throw new ApiError(SESSION_ENDED, error)
}

/** A server without the extensions may omit fields that are null. Absent and null are the same, so no screen has to know that. */
async function withNulls<Answer>({ id }: Call, answer: Answer): Promise<Answer> {
  const { fillNulls } = await import('./absent.ts')
  fillNulls(id, answer)
  return answer
}

function log(call: Pick<Call, 'method' | 'expectedFailures'>, url: string, error: ApiError): void {
  const expected = call.expectedFailures?.[error.statusCode]
  const details = {
    page: location.pathname,
    call: `${call.method} ${url}`,
    requestId: error.requestId,
    errorCode: error.errorCode,
    message: error.serverMessage ?? error.message,
  }
  if (expected) console.info('call failed as expected', { ...details, expected })
  else console.error('call failed', details)
}

async function send(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  const sent = Date.now()
  const response = await fetch(url, init)
  learnExtensions(response)
  learnClock(response, sent)
  return { response, text: await response.text() }
}

/** Keeps the error of an aborted call. Any other error of `fetch` means that there was no answer. */
const noAnswer = (error: unknown): unknown => ((error as Error).name === 'AbortError' ? error : unreachable())

/** The error of a call without an answer. */
export const unreachable = () =>
  new ApiError('The server could not be reached. Check your connection and try again.', { statusCode: 0 })

const UNREADABLE = Symbol('unreadable')

function readBody(text: string, response: Response): unknown {
  if (text === '') return response.ok ? {} : undefined
  try {
    return fromWire(JSON.parse(text))
  } catch {
    return UNREADABLE
  }
}

function toError(operation: string, response: Response, body: unknown): ApiError {
  const statusCode = response.status
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (body === UNREADABLE) return new ApiError('Error reading API response', { statusCode, requestId })
  const details = (body ?? {}) as ErrorBody
  return new ApiError(errorMessage(operation, details), {
    statusCode,
    requestId: details.requestId ?? requestId,
    errorCode: details.errorCode,
    serverMessage: details.message,
    problems: details.problems,
  })
}

let stays = 0

/**
 * Keeps the page while an operation runs that leaving would end; the operation handles an expired session itself.
 * @returns a function that ends this.
 */
export function keepPageWhenSignedOut(): () => void {
  stays += 1
  return () => {
    stays -= 1
  }
}

/** Path of the sign-in page. */
export const LOGIN = '/login'

const SESSION_ENDED = 'Your session has ended. Sign in in another tab, then try again here.'

/**
 * Redirects to sign-in and back to the current page. @returns false on the sign-in page, and while the page must stay: an
 * operation runs, or a draft would be lost.
 */
export function signInAgain(): boolean {
  if (stays > 0) return false
  if (location.pathname.startsWith(LOGIN)) return false
  // A form that stores no draft cancels this event. A user who chose to stay could only lose it later.
  if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false
  const here = `${location.pathname}${location.search}`
  location.assign(`${LOGIN}?redirect_uri=${encodeURIComponent(here)}`)
  return true
}
