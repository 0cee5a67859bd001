import { isOutOfSpace, isReadOnly, isUnavailable } from '../database/violations.ts'
import { ApiError, insufficientCapacity, unavailable } from '../kit/errors.ts'

/**
 * Turns a database failure that an admin can fix into an API error with the cause. Returns every other error unchanged.
 */
export function databaseRefusal(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (isOutOfSpace(error))
    return insufficientCapacity(
      'the database has no space left; nothing was changed, try again when some is free',
    )
  if (isReadOnly(error)) return unavailable('the database takes no writes at the moment; try again')
  if (isUnavailable(error)) return unavailable('the database does not answer; try again')
  return error
}
