import { byteRange } from '@granary/domain/byte-range.ts'
import type { ReadBytes } from '../kit/base/bundle-host.ts'

/** A document of bytes that a client may read in parts. */
export type Document = {
  size: number
  type: string
  /** Changes with the content. */
  tag: string
  /** Name of the file that a browser stores. */
  fileName: string
  read: ReadBytes
}

/**
 * Answers a GET or HEAD of a document: 200 with all of it, 206 with the range that the request asks for, or 416 for a
 * range that it doesn't have (RFC 9110 section 14). HEAD gets the same headers.
 */
export function byteAnswer({ method, headers }: Request, document: Document): Response {
  const { size, type, tag, fileName, read } = document
  const own = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${fileName}"`,
    'content-type': type,
    etag: tag,
  }
  const condition = headers.get('if-range')
  const range = condition === null || condition === tag ? byteRange(headers.get('range'), size) : null
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...own, 'content-range': `bytes */${size}` } })
  const { first, last } = range ?? { first: 0, last: size - 1 }
  const length = last - first + 1
  const body = method === 'HEAD' || length === 0 ? null : streamOf(read(first, last))
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...own,
      'content-length': String(length),
      ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
    },
  })
}

/** Reads a part only when the client takes it. */
function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream {
  const iterator = bytes[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns the bytes from `first` to `last` of a stream that can only be read from its beginning. */
export async function* cutOut(
  bytes: AsyncIterable<Uint8Array>,
  first: number,
  last: number,
): AsyncIterable<Uint8Array> {
  let at = 0
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
    at += chunk.length
    if (part.length > 0) yield part
    if (at > last) return
  }
}
