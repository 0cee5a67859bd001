import { jsonOf } from '@granary/contract/writer.ts'
import type { Operation } from '@granary/contract/operation.ts'

/**
 * A finished answer: status, headers and the text of its body, which a host may have compressed. A host can write it as it is, which costs much less than a
 * `Response`.
 */
export class TextAnswer {
  readonly status: number
  readonly body: string | Uint8Array<ArrayBuffer> | null
  readonly headers: Record<string, string>

  constructor(status: number, body: TextAnswer['body'], headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }

  toResponse(): Response {
    const { status, headers } = this
    return new Response(this.body, { status, headers })
  }
}

/**
 * Writes the successful answer of an operation, typed by its contract.
 * @param extensions false leaves out the fields that the published API doesn't have.
 */
export function textAnswer({ status, response }: Operation, value: unknown, extensions: boolean): TextAnswer {
  if (!response) return new TextAnswer(status, null)
  const text = jsonOf(response, value, extensions)
  return new TextAnswer(status, text, { 'content-type': 'application/json' })
}

/** The same as a response, for handlers that add to it. */
export const answer = (operation: Operation, value?: unknown, extensions = true): Response =>
  textAnswer(operation, value, extensions).toResponse()
