import type { Call, CallInput, CallOutput } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { fromWire, toWire } from './casing.ts'
import { ApiError, type ErrorBody, errorMessage } from './errors.ts'

type Parts = { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The path and query of a call: arrays repeat their key, null and undefined are left out. */
export function urlOf(call: Pick<Call, 'path'>, { path = {}, query = {} }: Parts): string {
  const pathname = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === null || item === undefined) continue
      search.append(snake(key), item instanceof Date ? item.toISOString() : String(item))
    }
  }
  return search.size > 0 ? `${pathname}?${search}` : pathname
}

/**
 * Asks the control plane for one operation.
 * @throws ApiError for every answer that is not a success, and for a body that cannot be read. A 401 sends the browser to
 * sign in and back again, except from the sign-in itself.
 */
export async function request<Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id>,
  signal?: AbortSignal,
): Promise<CallOutput<Id>> {
  const parts = input as Parts
  const url = urlOf(call, parts)
  const response = await fetch(url, {
    method: call.method,
    headers: { 'content-type': 'application/json' },
    body: parts.body === undefined ? null : JSON.stringify(toWire(parts.body)),
    signal: signal ?? null,
  })
  const text = await response.text()
  const body = readBody(text, response)
  if (response.ok && body !== UNREADABLE) return body as CallOutput<Id>
  const error = toError(call.id, response, body)
  if (response.status === 401 && call.id !== 'loginLocal') signInAgain()
  console.error('call failed', {
    page: location.pathname,
    call: `${call.method} ${url}`,
    requestId: error.requestId,
    errorCode: error.errorCode,
    message: error.serverMessage ?? error.message,
  })
  throw error
}

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
  })
}

/** Goes to sign in and comes back to where one is now. */
function signInAgain(): void {
  if (location.pathname.startsWith('/login')) return
  const here = `${location.pathname}${location.search}`
  location.assign(`/login?redirect_uri=${encodeURIComponent(here)}`)
}
