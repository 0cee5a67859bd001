import { z } from 'zod'

/** Body of every failed answer. */
export const ApiErrorBody = z
  .object({ requestId: z.string(), errorCode: z.string().optional(), message: z.string() })
  .meta({ id: 'Error' })
