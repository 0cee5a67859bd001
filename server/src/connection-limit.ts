import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { enforceLimit } from '@granary/control-plane/kit/limit.ts'
import type { ApiError } from '@granary/control-plane/kit/errors.ts'
import { answerRaw } from './raw-answer.ts'
import { blockList, plainAddress } from './client.ts'

/**
 * Refuses connections of an address that has as many open as it may have.
 * @param exempt networks without a limit: proxies, behind which are many clients.
 */
export function limitConnections(server: Server, exempt: readonly string[]): void {
  const isExempt = blockList(exempt)
  const open = new Map<string, number>()
  // Over TLS, a refusal can be written only after the handshake.
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
  server.on(event, (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (isExempt(address)) return
    const count = open.get(address) ?? 0
    try {
      enforceLimit('connections', count)
    } catch (error) {
      return void answerRaw(socket, error as ApiError).finally(() => socket.destroySoon())
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
