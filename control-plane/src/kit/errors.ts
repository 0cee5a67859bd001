import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The codes that a client may act upon; framework-level refusals (a body that does not parse) have none. */
export type ErrorCode =
  | 'InvalidRequest'
  | 'InvalidValue'
  | 'ObjectAlreadyExists'
  | 'Unauthorized'
  | 'Forbidden'
  | 'ObjectNotFound'
  | 'Conflict'
  | 'TooManyRequests'
  | 'Internal'
  | 'ServiceNotAvailable'
  | 'InsufficientCapacity'

/** A refusal that the caller sees as it is: status, code and message go on the wire. Anything else thrown is a 500. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: ErrorCode | undefined
  readonly headers: Record<string, string>

  constructor(
    status: ContentfulStatusCode,
    code: ErrorCode | undefined,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** 400: well-formed, but not allowed in this state or combination. */
export const invalidRequest = (message: string) => new ApiError(400, 'InvalidRequest', message)

/** 400: one field is wrong. */
export const invalidValue = (label: string, detail: string) =>
  new ApiError(400, 'InvalidValue', `unsupported value for "${label}": ${detail}`)

/** 400: the body, query or path could not be read; without a code, as it is the framework that refuses. */
export const unreadable = (message: string) => new ApiError(400, undefined, message)

/** 400 (not 409): the name or id is taken. */
export const alreadyExists = (kind: string, name: string) =>
  new ApiError(400, 'ObjectAlreadyExists', `already exists: ${kind} "${name}"`)

export const unauthorized = () => new ApiError(401, 'Unauthorized', 'credentials missing or invalid')

/** 403: the caller may read the resource, but not do this. @param reason where the roles alone do not explain it. */
export const forbidden = (reason = 'Forbidden') => new ApiError(403, 'Forbidden', reason)

/** 404, also for what exists and may not be read: both say the same. */
export const notFound = (kind: string, by: { id: string } | { name: string }) =>
  new ApiError(
    404,
    'ObjectNotFound',
    `not found: ${kind} with ${'id' in by ? `id "${by.id}"` : `name "${by.name}"`}`,
  )

/** 404 for something that has no name of its own, such as "default IP pool for current silo". */
export const notFoundPhrase = (phrase: string) => new ApiError(404, 'ObjectNotFound', `not found: ${phrase}`)

/** 409: the state stands against it; it may work later. */
export const conflict = (message: string) => new ApiError(409, 'Conflict', message)

/** 503: it passes by itself; the same request may be granted in a moment. */
export const unavailable = (message: string) => new ApiError(503, 'ServiceNotAvailable', message)

/** 507: a quota or the hardware is used up. */
export const insufficientCapacity = (message: string) =>
  new ApiError(507, 'InsufficientCapacity', `Insufficient capacity: ${message}`)
