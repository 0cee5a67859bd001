import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Requests of a connection that may wait for earlier answers. Browsers and proxies send none ahead. */
const MAX_WAITING = 32

/**
 * Handles the requests of a connection one after the other: the next one begins when the client has taken the answer to the one
 * before. Node begins all requests that a client has sent ahead (RFC 9112 section 9.3.2) and keeps their answers in memory until
 * the client takes them: hundreds of large ones from a few kilobytes. A connection with too many waiting requests is cut off.
 */
export function inTurn(handle: Handle): Handle {
  const waiting = new WeakMap<Socket, (() => void)[]>()

  function run(incoming: IncomingMessage, outgoing: ServerResponse): void {
    outgoing.once('close', () => next(incoming.socket))
    handle(incoming, outgoing)
  }

  function next(socket: Socket): void {
    const queue = waiting.get(socket)
    const begin = queue?.shift()
    if (begin && canAnswer(socket)) begin()
    else waiting.delete(socket)
  }

  return (incoming, outgoing) => {
    const { socket } = incoming
    const queue = waiting.get(socket)
    if (!canAnswer(socket)) socket.destroy()
    else if (!queue) {
      waiting.set(socket, [])
      run(incoming, outgoing)
    } else if (queue.length < MAX_WAITING) queue.push(() => run(incoming, outgoing))
    else socket.destroy()
  }
}

/** RFC 9112 section 9.6: an answer with `connection: close` is the last one, and no later request is processed. */
const canAnswer = (socket: Socket): boolean => socket.writable
