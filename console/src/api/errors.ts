import type { Problem } from '@granary/domain/problems.ts'

/** The error of a failed call, from the server or from the connection to it. */
export class ApiError extends Error {
  readonly statusCode: number
  readonly errorCode: string | undefined
  readonly requestId: string | undefined
  /** The server's message, before it was reworded for users. */
  readonly serverMessage: string | undefined
  /** The problem of each invalid field of the request. */
  readonly problems: readonly Problem[]

  constructor(
    message: string,
    details: {
      statusCode: number
      errorCode?: string
      requestId?: string
      serverMessage?: string
      problems?: readonly Problem[] | undefined
    },
  ) {
    super(message)
    this.name = 'ApiError'
    this.statusCode = details.statusCode
    this.errorCode = details.errorCode
    this.requestId = details.requestId
    this.serverMessage = details.serverMessage
    this.problems = details.problems ?? []
  }
}

export type ErrorBody = { errorCode?: string; message?: string; requestId?: string; problems?: Problem[] }

/** Formats a server message as a sentence. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Returns the message for users: the forbidden action, the missing resource, the taken name, or the invalid field of a
 * body.
 * @param operation the name of the operation, such as `projectCreate`.
 */
export function errorMessage(operation: string, body: ErrorBody): string {
  const { errorCode, message = '' } = body
  if (errorCode === 'Forbidden') return 'Action not authorized'
  if (errorCode === 'ObjectAlreadyExists') {
    const named = /already exists: ([^"\s]+(?: [^"\s]+)*)/.exec(message)?.[1]
    const kind = (named ?? kindBeforeCreate(operation)).replaceAll('-', ' ')
    return `${capitalize(kind)} name already exists`
  }
  const unparsable = /^unable to parse JSON body: (.*?)(?: at line \d+ column \d+)?$/s.exec(message)
  if (unparsable) return capitalize(unparsable[1]!)
  return message ? capitalize(message) : 'Unknown server error'
}

/** `vpcSubnetCreate` → `subnet`. */
const kindBeforeCreate = (operation: string): string =>
  (/([A-Z]?[a-z0-9]+)Create$/.exec(operation)?.[1] ?? 'resource').toLowerCase()

/** Whether a retry can't help, because the caller may not see the resource or it doesn't exist. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404].includes(error.statusCode)

/** Returns the message of any error that a screen may have to show. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
