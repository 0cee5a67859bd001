import type { ServerResponse } from 'node:http'
import type { TextAnswer } from '@granary/control-plane/kit/answer.ts'
import { gzipped, isCompressed } from './compress.ts'
import { protection } from './security.ts'

/** The compressed texts of answers that further requests get too. */
const compressedTexts = new WeakMap<object, Promise<Buffer>>()

/**
 * Writes a text answer past the `Response` of the web standards, which would take more time than most answers need, and compresses
 * it for a client that accepts that.
 */
export function writeText(
  request: Request,
  answer: TextAnswer,
  outgoing: ServerResponse,
  encrypted: boolean,
): Promise<void> | void {
  const { status, text, headers } = answer
  if (text === null) {
    outgoing.writeHead(status, { ...protection(encrypted), ...headers }).end()
    return
  }
  const all = { ...protection(encrypted), ...headers, vary: 'accept-encoding' }
  const length = Buffer.byteLength(text)
  if (isCompressed(request, length)) return writeCompressed(answer, text, outgoing, all)
  outgoing.writeHead(status, { ...all, 'content-length': length }).end(text)
}

async function writeCompressed(
  { status, kept }: TextAnswer,
  text: string,
  outgoing: ServerResponse,
  headers: Record<string, string>,
): Promise<void> {
  const known = kept && compressedTexts.get(kept)
  const compressing = known ?? gzipped(text)
  if (kept && !known) compressedTexts.set(kept, compressing)
  const bytes = await compressing
  const all = { ...headers, 'content-encoding': 'gzip', 'content-length': bytes.byteLength }
  outgoing.writeHead(status, all).end(bytes)
}
