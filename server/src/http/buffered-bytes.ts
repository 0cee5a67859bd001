import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { truncatedBody } from '@granary/control-plane/kit/request/body.ts'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import { MiB } from '@granary/domain/sizes.ts'
import { costOf, cutOff, streamOf } from '../connections/http2.ts'

/** Bytes that slow clients may make the server hold, all together: answers that they don't take, and bodies. */
const MAX_BUFFERED = 512 * MiB
/** Smaller answers and bodies are not counted over HTTP/1.1, where a connection has few; bytes. */
const COUNTED = 64 * 1024

export type BufferedBytes = ReturnType<typeof bufferedBytes>

/**
 * Limits what the server holds in memory for the network of a client: to as much as is left for all others, so that no network keeps
 * memory from another one (the dynamic threshold of Choudhury and Hahne). Each of a thousand connections could request a list and not
 * read it, or send a body and not end it.
 * @param addressOf returns the address of a request's client.
 * @param onCutOff called when a connection is cut off.
 */
export function bufferedBytes(
  addressOf: (incoming: IncomingMessage) => string,
  onCutOff: () => void,
  max = MAX_BUFFERED,
) {
  const byNetwork = new Map<string, number>()
  let total = 0

  /** Counts bytes until the answer of a request is sent or its client has gone. @returns false if there are too many. */
  function take(incoming: IncomingMessage, outgoing: ServerResponse | undefined, bytes: number): boolean {
    const network = clientNetwork(addressOf(incoming))
    const own = byNetwork.get(network) ?? 0
    if (own + bytes > max - total) return false
    byNetwork.set(network, own + bytes)
    total += bytes
    // A request that is upgraded has no answer. The answer to a HEAD over HTTP/2 does not always close.
    const over: EventEmitter = streamOf(incoming) ?? outgoing ?? incoming.socket
    over.once('close', () => {
      total -= bytes
      const left = byNetwork.get(network)! - bytes
      if (left === 0) byNetwork.delete(network)
      else byNetwork.set(network, left)
    })
    return true
  }

  function takeOrRefuse(
    incoming: IncomingMessage,
    outgoing: ServerResponse | undefined,
    bytes: number,
  ): void {
    // Nothing would tell when to give the bytes back.
    if (incoming.destroyed || incoming.socket.destroyed || outgoing?.destroyed) throw truncatedBody()
    if (!take(incoming, outgoing, bytes))
      throw new ApiError(
        503,
        'ServiceNotAvailable',
        'too many requests from your network have not arrived, or their answers were not taken; try again',
        { 'retry-after': '5' },
      )
  }

  return {
    /**
     * Counts what a request over HTTP/2 takes before anything reads its body, until it is answered.
     * @throws ApiError as `body` does.
     */
    arrival(incoming: IncomingMessage, outgoing: ServerResponse): void {
      const cost = costOf(incoming)
      if (cost > 0) takeOrRefuse(incoming, outgoing, cost)
    },
    /**
     * Counts a body, until the request is answered, by the length that it has at most: it may have to wait for a seat when it has come.
     * @throws ApiError 503 if the server holds too much for the client's network; 400 if the client has gone.
     */
    body(incoming: IncomingMessage, outgoing: ServerResponse | undefined, length: number): void {
      if (length > COUNTED) takeOrRefuse(incoming, outgoing, length)
    },
    /** Counts what a client has not taken of an answer that has been written. Beyond the limit, its connection is cut off. */
    answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
      const left = outgoing.writableLength
      if (
        left <= (incoming.httpVersionMajor === 2 ? 0 : COUNTED) ||
        outgoing.destroyed ||
        incoming.socket.destroyed
      )
        return
      if (take(incoming, outgoing, left)) return
      onCutOff()
      cutOff(incoming)
    },
  }
}
