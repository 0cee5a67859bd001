import { LIMITS, type LimitName, limitMessage } from '@granary/domain/limits.ts'
import { ApiError } from './errors.ts'

/**
 * Refuses one more of something that has reached its limit.
 * @param count how many there are.
 * @throws ApiError 400 for what is stored, 429 for what ends by itself; both name the limit.
 */
export function enforceLimit(name: LimitName, count: number): void {
  if (count >= LIMITS[name].max) throw limitReached(name)
}

/** Returns the error of a reached limit. */
export function limitReached(name: LimitName): ApiError {
  const message = limitMessage(name)
  return LIMITS[name].endsByItself
    ? new ApiError(429, 'TooManyRequests', message)
    : new ApiError(400, 'InvalidRequest', message)
}
