import { LIMITS, type LimitName, limitMessage } from '@granary/domain/limits.ts'
import { ApiError } from './errors.ts'

/**
 * Refuses one more of something that has reached its limit.
 * @param count how many there are.
 * @throws ApiError 400 for stored things, 429 for things that end by themselves; both name the limit.
 */
export function enforceLimit(name: LimitName, count: number): void {
  if (count < LIMITS[name].max) return
  const message = limitMessage(name)
  throw LIMITS[name].endsByItself
    ? new ApiError(429, 'TooManyRequests', message)
    : new ApiError(400, 'InvalidRequest', message)
}
