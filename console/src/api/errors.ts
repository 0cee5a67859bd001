import type { Problem } from '@granary/domain/problems.ts'

/** What the server (or the way to it) said when a call failed. */
export class ApiError extends Error {
  readonly statusCode: number
  readonly errorCode: string | undefined
  readonly requestId: string | undefined
  /** The server's own words, before they were made fit for people. */
  readonly serverMessage: string | undefined
  /** What is wrong with which field of the request. */
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

/** A sentence of the server, as a person writes it. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The words for people: what is not allowed, what is not there, whose name is taken, which field of a body was wrong.
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

/** Words for any error that a screen may have to show. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
