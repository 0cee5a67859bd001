import { isOutOfSpace, isUnavailable } from '../database/violations.ts'
import { ApiError, insufficientCapacity, unavailable } from '../kit/errors.ts'

/** Turns a failure of the database that an admin can mend into a refusal that says so; leaves every other error alone. */
export function databaseRefusal(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (isOutOfSpace(error))
    return insufficientCapacity(
      'the database has no space left; nothing was changed, try again when some is free',
    )
  if (isUnavailable(error)) return unavailable('the database does not answer; try again')
  return error
}
