import { codecOf } from '@granary/contract/codec.ts'
import type { Operation } from '@granary/contract/operation.ts'
import type { z } from 'zod'

/**
 * The successful response of an operation, typed by its contract.
 * @param extensions false leaves out the fields that the published API doesn't have.
 */
export function answer(operation: Operation, value?: unknown, extensions = true): Response {
  const { status, response } = operation
  if (!response) return new Response(null, { status })
  return Response.json(codecOf(response as z.ZodType, extensions).encode(value), { status })
}
