import { writerOf } from '@granary/contract/writer.ts'
import type { Operation } from '@granary/contract/operation.ts'
import type { z } from 'zod'
import type { KeptText } from './kept-texts.ts'

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
  return new TextAnswer(status, write(value), { 'content-type': 'application/json' })
}

/** Returns the successful answer of an operation whose text is kept. */
export const keptTextAnswer = ({ status }: Operation, kept: KeptText): TextAnswer =>
  new TextAnswer(status, kept.text, { 'content-type': 'application/json' }, kept)

/** The same as a response, for handlers that add to it. */
export const answer = (operation: Operation, value?: unknown, extensions = true): Response =>
  textAnswer(operation, value, extensions).toResponse()
