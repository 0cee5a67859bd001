import type { IncomingMessage } from 'node:http'
import type { DownloadProgress } from '@granary/control-plane/kit/base/image-files.ts'
import { type OpenOptions, openAddress, OutgoingError } from '../outgoing/open-address.ts'

/** Sites of downloads send to a mirror, which sends to its storage, and so on. */
export const MAX_REDIRECTS = 8

/** A site's answer: the file, or the rest of it. */
export type Part = DownloadProgress & {
  /** The bytes from `done` on. @throws OutgoingError when the connection is lost. */
  bytes: () => AsyncGenerator<Buffer>
}

/** Requests a file from `from.done` on. A site that can't continue, or has another version now, sends all of it. */
export async function requestPart(
  url: string,
  from: DownloadProgress,
  guard: Pick<OpenOptions, 'isAllowed' | 'signal'>,
): Promise<Part> {
  const range =
    from.etag !== null && from.done > 0 ? { range: `bytes=${from.done}-`, 'if-range': from.etag } : {}
  const headers = { 'accept-encoding': 'identity', ...range }
  const answer = await openAddress(url, {
    ...guard,
    maxRedirects: MAX_REDIRECTS,
    headers,
    statuses: 'range' in range ? [200, 206] : [200],
  })
  const done = answer.statusCode === 206 ? firstByteOf(answer) : 0
  if (done !== 0 && done !== from.done) {
    answer.destroy()
    throw new OutgoingError('refused', 'it answers with another range than requested')
  }
  const length = Number(answer.headers['content-length'] ?? Number.NaN)
  return {
    done,
    total: Number.isSafeInteger(length) && length >= 0 ? done + length : null,
    etag: strongTag(answer.headers.etag),
    bytes: () => bytesOf(answer),
  }
}

/** `bytes 100-199/200` → 100; -1 if the header says nothing. */
const firstByteOf = ({ headers }: IncomingMessage): number =>
  Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? -1)

/** Weak tags may stand for other bytes (RFC 9110 section 13.1.5). */
const strongTag = (etag: string | undefined): string | null =>
  etag !== undefined && /^"[\x20-\x7e]{0,200}"$/.test(etag) ? etag : null

async function* bytesOf(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* answer as AsyncIterable<Buffer>
  } catch (error) {
    throw new OutgoingError('unreachable', (error as Error).message, error)
  }
}
