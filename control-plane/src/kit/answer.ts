import { codecOf } from '@granary/contract/codec.ts'
import type { Operation } from '@granary/contract/operation.ts'
import type { z } from 'zod'

/** The successful response of an operation, typed by its contract. */
export function answer(operation: Operation, value?: unknown): Response {
  if (!operation.response) return new Response(null, { status: operation.status })
  return Response.json(codecOf(operation.response as z.ZodType).encode(value), { status: operation.status })
}
