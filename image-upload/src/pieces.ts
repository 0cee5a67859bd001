import { KiB } from '@granary/domain/sizes.ts'
import { type CallFailure, isCallFailure, type Part } from './host.ts'

/** No proxy that lets requests through at all refuses less than this; bytes, a multiple of every block size. */
const SMALLEST_PIECE = 64 * KiB
/** Attempts without an answer after which a part is sent in smaller pieces: some proxies end the connection instead of answering. */
const LOST_ATTEMPTS = 2

/** A part that a request can't bring, although its half may get through. */
export class TooLargeError extends Error {
  /** Whether a proxy refused it. Without an answer it may be an outage as well. */
  readonly isCertain: boolean

  constructor(isCertain: boolean) {
    super('The part is too large for one request.')
    this.name = 'TooLargeError'
    this.isCertain = isCertain
  }
}

/** Thrown for a proxy that refuses even the smallest piece. */
class ProxyLimitError extends Error {
  constructor() {
    super(
      `A proxy between this computer and the server refuses requests of ${SMALLEST_PIECE / KiB} KiB. Raise its limit for the body of a request, such as client_max_body_size in nginx, or upload past it.`,
    )
    this.name = 'ProxyLimitError'
  }
}

const sizeOf = (part: Part): number => (part instanceof Blob ? part.size : part.length)
const pieceOf = (part: Part, from: number, to: number): Part =>
  part instanceof Blob ? part.slice(from, to) : part.subarray(from, to)

/** Whether a failure says that the request was too large for a proxy (RFC 9110 section 15.5.14). The server itself takes every part. */
const isTooLarge = ({ statusCode }: CallFailure): boolean => statusCode === 413

/**
 * Returns why a part is not sent again as it is.
 * @param lost attempts in a row that had no answer, with this one.
 */
export function refusalOf(error: unknown, part: Part, lost: number): Error | null {
  if (!isCallFailure(error)) return null
  const size = sizeOf(part)
  if (isTooLarge(error)) return size > SMALLEST_PIECE ? new TooLargeError(true) : new ProxyLimitError()
  return error.statusCode === 0 && lost >= LOST_ATTEMPTS && size > SMALLEST_PIECE
    ? new TooLargeError(false)
    : null
}

type Write = (offset: number, part: Part) => Promise<void>

/**
 * Returns a write that halves what is too large, and remembers the size that a proxy lets through.
 * @param write one request with its retries. @throws TooLargeError
 */
export function inPieces(write: Write): Write {
  let most = Infinity
  const send: Write = async (offset, part) => {
    const size = sizeOf(part)
    if (size > most) return halves(offset, part)
    try {
      await write(offset, part)
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error
      if (error.isCertain) most = Math.min(most, halfOf(size))
      await halves(offset, part)
    }
  }
  const halves: Write = async (offset, part) => {
    const [size, half] = [sizeOf(part), halfOf(sizeOf(part))]
    await send(offset, pieceOf(part, 0, half))
    await send(offset + half, pieceOf(part, half, size))
  }
  return send
}

/** Returns the half of a size, in whole smallest pieces. */
const halfOf = (size: number): number => Math.ceil(size / 2 / SMALLEST_PIECE) * SMALLEST_PIECE
