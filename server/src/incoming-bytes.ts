import { truncatedBody, readLimited, type ReadBytes, tooLarge } from '@granary/control-plane/kit/body.ts'
import { MAX_RAW_WRITE, MiB } from '@granary/domain/sizes.ts'
import type { IncomingMessage } from 'node:http'

/** Opens the reader of one request's body. */
export type IncomingBytes = (request: Request, incoming: IncomingMessage) => IncomingBody

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
export function incomingBytes(): IncomingBytes {
  const free: Buffer<ArrayBuffer>[] = []
  return (request, incoming) => {
    let large: Buffer<ArrayBuffer> | undefined
    const bufferFor = (length: number) => {
      // The buffer isn't filled with zeros, because only written bytes are ever read.
      if (length < LARGE || length > MAX_RAW_WRITE) return Buffer.allocUnsafeSlow(length)
      large = free.pop() ?? Buffer.allocUnsafeSlow(MAX_RAW_WRITE)
      return large
    }
    return {
      readBytes(limit) {
        const length = Number(incoming.headers['content-length'])
        if (!(length >= 0)) return readLimited(request, limit)
        if (length > limit) return Promise.reject(tooLarge(limit))
        return collect(incoming, bufferFor(length))
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
  return new Promise((resolve, reject) => {
    if (incoming.destroyed && !incoming.readableEnded) throw truncatedBody()
    let size = 0
    incoming.on('data', (part: Buffer) => {
      size += part.copy(all, size)
      giveBack(part)
    })
    incoming.once('end', () => resolve(all.subarray(0, size)))
    incoming.once('error', () => reject(truncatedBody()))
    incoming.once('close', () => reject(truncatedBody()))
  })
}

/**
 * Frees the memory of a copied part, which otherwise waits for a collection: there were thirty of those per gibibyte.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // Small parts may share their memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
