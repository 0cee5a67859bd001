import { ApiError } from '../../api/errors.ts'

/** Refusals by the limits of a query (`domain/timeseries/limits.ts`). */
const TOO_MUCH = /(?:more than|at most) [\d,]+ points/

/** Whether the server refused a query because it would read or make too many points. */
export const isTooMuch = (error: Error | null): boolean =>
  error instanceof ApiError && TOO_MUCH.test(error.serverMessage ?? error.message)
