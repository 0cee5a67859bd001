import { type ApiError, unreadable } from '../base/errors.ts'

/** Reads a request body. @throws ApiError 400 if it is longer than `limit` bytes or ends early. */
export type ReadBytes = (limit: number) => Promise<Uint8Array<ArrayBuffer>>

/** Returns the error for a body of more than `limit` bytes. */
export const tooLarge = (limit: number): ApiError =>
  unreadable(`request body exceeded maximum size of ${limit} bytes`)

/** The client disconnected mid-request. Nobody receives this error, but it is no server failure. */
export const truncatedBody = (): ApiError => unreadable('the request ended before all of its body had come')

/** Initial buffer for a body without a content length, in bytes. */
const INITIAL_BUFFER_SIZE = 16_384

/** @throws ApiError 400 as soon as more than `limit` bytes have arrived. */
export async function readLimited(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  if (!request.body) return new Uint8Array()
  // Write each chunk in place. The system commits the announced memory only as it is written.
  let all = new Uint8Array(announced > 0 ? announced : Math.min(limit, INITIAL_BUFFER_SIZE))
  let size = 0
  for await (const part of untilCutOff(request.body)) {
    const end = size + part.byteLength
    if (end > limit) throw tooLarge(limit)
    if (end > all.length) {
      const longer = new Uint8Array(Math.min(limit, Math.max(end, all.length * 2)))
      longer.set(all.subarray(0, size))
      all = longer
    }
    all.set(part, size)
    size = end
  }
  return all.subarray(0, size)
}

async function* untilCutOff(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body as unknown as AsyncIterable<Uint8Array>
  } catch {
    throw truncatedBody()
  }
}
