import {
  truncatedBody,
  readLimited,
  type ReadBytes,
  tooLarge,
} from '@granary/control-plane/kit/request/body.ts'
import { MAX_RAW_WRITE, MiB } from '@granary/domain/sizes.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BufferedBytes } from './buffered-bytes.ts'

/** Opens the reader of one request's body. */
export type IncomingBytes = (
  request: Request,
  incoming: IncomingMessage,
  outgoing?: ServerResponse,
) => IncomingBody

/** The body of one request. */
type IncomingBody = {
  readBytes: ReadBytes
  /** Releases the buffer for reuse: the request is answered and nothing reads its bytes any more. */
  release: () => void
}

/** Smaller bodies don't get a reusable buffer; bytes. */
const LARGE = MiB
/** Maximum number of large buffers kept for the next bodies: those of one upload, and some more. */
const MAX_POOLED_BUFFERS = 8

/**
 * Reads bodies past the stream of the web standards, which copies each part of them and leaves it to the garbage
 * collector: about a quarter of the time that an upload took here, and a twelfth of the server's work for a create. Buffers of
 * large bodies are reused: the system has to clear the memory of new ones first, and it stays allocated until the next collection.
 */
export function incomingBytes(buffered: Pick<BufferedBytes, 'body'>): IncomingBytes {
  const free: Buffer<ArrayBuffer>[] = []
  return (request, incoming, outgoing) => {
    let large: Buffer<ArrayBuffer> | undefined
    return {
      async readBytes(limit) {
        const length = Number(incoming.headers['content-length'])
        const isKnown = length >= 0
        if (length > limit) throw tooLarge(limit)
        buffered.body(incoming, outgoing, isKnown ? length : limit)
        if (!isKnown) return readLimited(request, limit)
        if (length >= LARGE && length <= MAX_RAW_WRITE)
          large = free.pop() ?? Buffer.allocUnsafeSlow(MAX_RAW_WRITE)
        // The buffer isn't filled with zeros, because only written bytes are ever read.
        return collect(incoming, large ?? Buffer.allocUnsafeSlow(length))
      },
      release() {
        if (large && free.length < MAX_POOLED_BUFFERS) free.push(large)
        large = undefined
      },
    }
  }
}

/**
 * Reads the whole body.
 * @param all buffer of the announced length; Node's parser lets no more through.
 */
function collect(incoming: IncomingMessage, all: Buffer<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  if (incoming.destroyed && !incoming.readableEnded) reject(truncatedBody())
  let size = 0
  const isOwn = incoming.httpVersionMajor !== 2
  incoming.on('data', (part: Buffer) => {
    size += part.copy(all, size)
    if (isOwn) giveBack(part)
  })
  incoming.once('end', () => resolve(all.subarray(0, size)))
  incoming.once('error', () => reject(truncatedBody()))
  incoming.once('close', () => {
    if (!incoming.readableEnded) reject(truncatedBody())
  })
  return promise
}

/**
 * Frees the memory of a copied part, which otherwise waits for a collection: there were thirty of those per gibibyte. The parts of HTTP/2
 * are in the memory that its parser still reads.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // Small parts may share their memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
