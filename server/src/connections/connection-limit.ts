import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import { LIMITS, limitMessage } from '@granary/domain/limits.ts'
import { answerRaw } from '../http/raw-answer.ts'
import { blockList, plainAddress } from '../http/client.ts'
import { refuseSession } from './http2.ts'

/** Connections of an address beyond its limit that may wait for the refusal. Over TLS, it comes after the handshake. */
export const MAX_REFUSALS = 32

/**
 * Refuses connections of an address that has as many open as it may have.
 * @param exempt networks without a limit: proxies, behind which are many clients.
 */
export function limitConnections(server: Server, exempt: readonly string[]): void {
  const isExempt = blockList(exempt)
  const addressOf = ({ remoteAddress }: Socket) => plainAddress(remoteAddress ?? '')
  // Before the handshake only cutting off remains: a client may never begin it.
  if ('setSecureContext' in server) {
    const accepted = counter(LIMITS.connections.max + MAX_REFUSALS)
    server.on('connection', (socket: Socket) => {
      const address = addressOf(socket)
      if (!isExempt(address) && !accepted(address, socket)) socket.destroy()
    })
  }
  const open = counter(LIMITS.connections.max)
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
  server.on(event, (socket: Socket) => {
    const address = addressOf(socket)
    if (isExempt(address) || open(address, socket)) return
    if (refuseSession(socket, limitMessage('connections'))) return
    const refusal = new ApiError(429, 'TooManyRequests', limitMessage('connections'))
    void answerRaw(socket, refusal).finally(() => socket.destroySoon())
  })
}

/** Returns a function that counts a socket until it closes, unless its address has `max`. It tells whether it did. */
function counter(max: number): (address: string, socket: Socket) => boolean {
  const counts = new Map<string, number>()
  return (address, socket) => {
    const count = counts.get(address) ?? 0
    if (count >= max) return false
    counts.set(address, count + 1)
    socket.once('close', () => {
      const left = counts.get(address)! - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
    return true
  }
}
