import { writerOf } from '@granary/contract/writer.ts'
import type { Operation } from '@granary/contract/operation.ts'
import type { z } from 'zod'

/**
 * A finished answer: status, headers and the text of its body. A host can write it as it is, which costs much less than a
 * `Response`.
 */
export class TextAnswer {
  readonly status: number
  readonly text: string | null
  readonly headers: Record<string, string>

  constructor(status: number, text: string | null, headers: Record<string, string> = {}) {
    this.status = status
    this.text = text
    this.headers = headers
  }

  toResponse(): Response {
    const { status, headers } = this
    return new Response(this.text, { status, headers })
  }
}

/**
 * Writes the successful answer of an operation, typed by its contract.
 * @param extensions false leaves out the fields that the published API doesn't have.
 */
export function textAnswer({ status, response }: Operation, value: unknown, extensions: boolean): TextAnswer {
  if (!response) return new TextAnswer(status, null)
  const text = writerOf(response as z.ZodType, extensions)(value)
  return new TextAnswer(status, text, { 'content-type': 'application/json' })
}

/** The same as a response, for handlers that add to it. */
export const answer = (operation: Operation, value?: unknown, extensions = true): Response =>
  textAnswer(operation, value, extensions).toResponse()
