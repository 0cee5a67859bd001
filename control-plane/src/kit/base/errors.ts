import { type Problem, type ProblemCode, problemPath } from '@granary/domain/problems.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Error codes that a client may act on. Errors of the framework (a body that does not parse) have none. */
export type ErrorCode =
  | 'InvalidRequest'
  | 'InvalidValue'
  | 'ObjectAlreadyExists'
  | 'Unauthorized'
  | 'Forbidden'
  | 'SecondFactorRequired'
  | 'SecondFactorSetupRequired'
  | 'ObjectNotFound'
  | 'Conflict'
  | 'TooManyRequests'
  | 'Internal'
  | 'ServiceNotAvailable'
  | 'InsufficientCapacity'

/**
 * An error that the caller sees as it is: status, code, message and problems go on the wire. Any other exception is a
 * 500.
 */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: ErrorCode | undefined
  readonly headers: Record<string, string>
  /** The problems by field; empty if the error is about no field. */
  readonly problems: Problem[]
  /** The reason in the security log, for a refusal whose message hides it. Never sent to the caller. */
  hiddenReason: string | null = null

  constructor(
    status: ContentfulStatusCode,
    code: ErrorCode | undefined,
    message: string,
    headers: Record<string, string> = {},
    problems: readonly Problem[] = [],
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.headers = headers
    this.problems = [...problems]
  }

  /**
   * Names a field that the error is about. Returns this error, to throw it.
   * @param path in wire names: `boot_disk.size`, `disks[2].name`.
   * @param message about the field alone; defaults to the whole message.
   */
  at(path: string, code: ProblemCode, message = capitalize(this.message)): this {
    this.problems.push({ path, code, message })
    return this
  }

  /**
   * Makes this a matter of security, with a reason that only the security log has. Returns this error, to throw it.
   * @param reason without anything from the request that may be a secret.
   */
  because(reason: string): this {
    this.hiddenReason = reason
    return this
  }

  /** Adds further problems in the words of a domain rule. Returns this error, to throw it. */
  also(problems: readonly Problem[]): this {
    for (const { path, code, message } of problems) this.at(path, code, capitalize(message))
    return this
  }

  /** Prefixes every path with the field that holds the refused value. Returns this error, to throw it. */
  within(...parts: (string | number)[]): this {
    for (const problem of this.problems) problem.path = problemPath([...parts, problem.path])
    return this
  }
}

/** Turns an API message into a sentence about a field. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 400: well-formed, but not allowed in this state or combination. */
export const invalidRequest = (message: string) => new ApiError(400, 'InvalidRequest', message)

/**
 * 400: one field is wrong.
 * @param path the field in wire names.
 * @param label the field's name in the published message, if that differs from the path.
 */
export const invalidValue = (path: string, code: ProblemCode, detail: string, label = path) =>
  new ApiError(400, 'InvalidValue', `unsupported value for "${label}": ${detail}`).at(
    path,
    code,
    capitalize(detail),
  )

/** 400: the body, query or path could not be parsed. Has no code, like every error of the framework. */
export const unreadable = (message: string, problems: readonly Problem[] = []) =>
  new ApiError(400, undefined, message, {}, problems)

/**
 * 400 (not 409): the name or id is taken.
 * @param path the field that holds it; null if no field of the request does.
 */
export function alreadyExists(kind: string, name: string, path: string | null = 'name'): ApiError {
  const error = new ApiError(400, 'ObjectAlreadyExists', `already exists: ${kind} "${name}"`)
  return path === null ? error : error.at(path, 'already_exists', 'Name already exists')
}

export const unauthorized = () => new ApiError(401, 'Unauthorized', 'credentials missing or invalid')

/** 403: the caller may read the resource, but not do this. @param reason if the roles alone don't explain it. */
export const forbidden = (reason = 'Forbidden') => new ApiError(403, 'Forbidden', reason)

/** 404, also for a resource that the caller may not read: the two look the same. */
export const notFound = (kind: string, by: { id: string } | { name: string }) =>
  new ApiError(
    404,
    'ObjectNotFound',
    `not found: ${kind} with ${'id' in by ? `id "${by.id}"` : `name "${by.name}"`}`,
  )

/** 404 for a resource without a name of its own, such as "default IP pool for current silo". */
export const notFoundPhrase = (phrase: string) => new ApiError(404, 'ObjectNotFound', `not found: ${phrase}`)

/** 409: the current state forbids it; a later attempt may work. */
export const conflict = (message: string) => new ApiError(409, 'Conflict', message)

/** 503: transient; the same request may succeed in a moment. */
export const unavailable = (message: string) => new ApiError(503, 'ServiceNotAvailable', message)

/** 507: a quota or the hardware is exhausted. */
export const insufficientCapacity = (message: string) =>
  new ApiError(507, 'InsufficientCapacity', `Insufficient capacity: ${message}`)

/** 404 for a resource that exists, but that the caller may not read. Only the security log tells it from `notFound`. */
export const hidden: typeof notFound = (kind, by) =>
  notFound(kind, by).because(`hidden ${kind}: the caller may not read it`)
