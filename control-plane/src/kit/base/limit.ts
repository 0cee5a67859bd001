import { LIMITS, type LimitName, limitMessage } from '@granary/domain/limits.ts'
import { ApiError } from './errors.ts'

/**
 * Refuses one more of something that has reached its limit.
 * @param count how many there are.
 * @param max where an operator has set another maximum.
 * @throws ApiError 400 for stored things, 429 for things that end by themselves; both name the limit.
 */
export function enforceLimit(name: LimitName, count: number, max = LIMITS[name].max): void {
  if (count < max) return
  const message = limitMessage(name, max)
  throw LIMITS[name].endsByItself
    ? new ApiError(429, 'TooManyRequests', message)
    : new ApiError(400, 'InvalidRequest', message)
}
