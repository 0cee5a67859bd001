import { type ApiError, unreadable } from './errors.ts'

/** Reads the body of one request. @throws ApiError 400 when it has more than `limit` bytes, or does not come to its end. */
export type ReadBytes = (limit: number) => Promise<Uint8Array<ArrayBuffer>>

/** The refusal of a body of more than `limit` bytes. */
export const tooLarge = (limit: number): ApiError =>
  unreadable(`request body exceeded maximum size of ${limit} bytes`)

/** The client went away in the middle. Nobody hears it, but it is no failure of ours. */
export const cutOff = (): ApiError => unreadable('the request ended before all of its body had come')

/** Room for a body whose length is not announced, before it is found to be longer; bytes. */
const FIRST_GUESS = 16_384

/** @throws ApiError 400 as soon as more than `limit` bytes have come. */
export async function readLimited(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  if (!request.body) return new Uint8Array()
  // What comes goes to its place at once; memory that is only announced is not taken before it is written to.
  let all = new Uint8Array(announced > 0 ? announced : Math.min(limit, FIRST_GUESS))
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
    throw cutOff()
  }
}
