import type { ServerResponse } from 'node:http'
import type { TextAnswer } from '@granary/control-plane/kit/answer.ts'
import { compress, isCompressed } from './compress.ts'
import { protection } from './security.ts'

/**
 * Writes a text answer past the `Response` of the web standards, which would take more time than most answers need.
 * @returns null if it was written, or the response to send for a client that gets it compressed.
 */
export function writeText(
  request: Request,
  answer: TextAnswer,
  outgoing: ServerResponse,
  encrypted: boolean,
): Promise<Response> | null {
  const { status, text, headers } = answer
  if (text === null) {
    outgoing.writeHead(status, { ...protection(encrypted), ...headers }).end()
    return null
  }
  const length = Buffer.byteLength(text)
  if (isCompressed(request, length)) return compress(request, answer.toResponse())
  const all = { ...protection(encrypted), ...headers, vary: 'accept-encoding', 'content-length': length }
  outgoing.writeHead(status, all).end(text)
  return null
}
