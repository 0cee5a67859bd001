import type { Query } from '@tanstack/react-query'
import { ApiError } from '../errors.ts'

/** Status codes without an answer of the control plane: no connection, or a server or proxy that is yet to start. */
const NO_SERVER = [0, 502, 503, 504]
/** Age in milliseconds of data whose changes the server repeats to a new stream: five seconds, less the time of the read. */
const REPEATED_MS = 3_000

/** Whether data was read so long before the stream's first message that changes after it may not be repeated. */
export const isUncovered = (readAt: number, heardAt: number): boolean =>
  readAt > 0 && readAt < heardAt - REPEATED_MS

/** Whether a read failed without an answer of the control plane, so that it may succeed now. */
export const hadNoServer = ({ state: { error } }: Query): boolean =>
  error instanceof ApiError && NO_SERVER.includes(error.statusCode)

/** Every state that is called after what goes on, but running. */
const TRANSITION = /"(?:runState|state)":"(?!running)\w+ing"/

/** Whether an answer contains a resource in transition. */
export const isInTransition = (data: unknown): boolean =>
  data !== undefined && TRANSITION.test(JSON.stringify(data))
