import { ApiError } from '../../api/errors.ts'

/** The server's answers to a group of series of which there are none (specification of charts, 7.8). */
const MESSAGES = [
  'Input tables to a `group_by` must be aligned',
  'Input tables to a `group_by` must not be empty',
]

/** Whether a query failed only because it found no series to group. */
export const hasNoSeries = (error: unknown): boolean =>
  error instanceof ApiError && MESSAGES.some((message) => error.serverMessage?.includes(message))
