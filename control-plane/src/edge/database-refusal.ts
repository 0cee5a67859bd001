import { SemaphoreTimeout } from '../database/semaphore.ts'
import { isLockTimeout, isOutOfSpace, isReadOnly, isUnavailable } from '../database/violations.ts'
import { ApiError, insufficientCapacity } from '../kit/base/errors.ts'

/** Seconds after which a client may repeat a request that the database could not serve. */
const RETRY_AFTER = 5

const later = (message: string) =>
  new ApiError(503, 'ServiceNotAvailable', message, { 'retry-after': String(RETRY_AFTER) })

/**
 * Turns a database failure that an admin can fix into an API error with the cause. Returns every other error unchanged.
 */
export function databaseRefusal(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (isOutOfSpace(error))
    return insufficientCapacity(
      'the database has no space left; nothing was changed, try again when some is free',
    )
  if (isReadOnly(error)) return later('the database takes no writes at the moment; try again')
  if (isLockTimeout(error)) return later('another change of the same resources has not ended; try again')
  if (error instanceof SemaphoreTimeout) return later('the server was too busy to answer in time; try again')
  if (isUnavailable(error)) return later('the database does not answer; try again')
  return error
}
