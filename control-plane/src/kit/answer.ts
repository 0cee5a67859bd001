import { writerOf } from '@granary/contract/writer.ts'
import type { Operation } from '@granary/contract/operation.ts'
import type { z } from 'zod'
import { isKept, keptValue } from './kept-value.ts'

/** The text of a body, and an object that stands for it while other requests get the same text. */
type KeptText = { readonly text: string }

/**
 * A finished answer: status, headers and the text of its body. A host can write it as it is, which costs much less than a
 * `Response`.
 */
export class TextAnswer {
  readonly status: number
  readonly text: string | null
  readonly headers: Record<string, string>
  /** Set if further requests may get the same text: a host can keep other forms of the text by this object. */
  readonly kept: KeptText | null

  constructor(
    status: number,
    text: string | null,
    headers: Record<string, string> = {},
    kept: KeptText | null = null,
  ) {
    this.status = status
    this.text = text
    this.headers = headers
    this.kept = kept
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
  const write = writerOf(response as z.ZodType, extensions)
  const headers = { 'content-type': 'application/json' }
  if (typeof value !== 'object' || value === null || !isKept(value))
    return new TextAnswer(status, write(value), headers)
  const kept = keptValue([value], [response, String(extensions)], () => ({ text: write(value) }))
  return new TextAnswer(status, kept.text, headers, kept)
}

/** The same as a response, for handlers that add to it. */
export const answer = (operation: Operation, value?: unknown, extensions = true): Response =>
  textAnswer(operation, value, extensions).toResponse()
