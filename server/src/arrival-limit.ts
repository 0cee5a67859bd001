import type { IncomingMessage, Server } from 'node:http'
import { hasStreamedBody } from '@granary/control-plane/edge/streamed-body.ts'

/**
 * Ends requests whose body takes too long to arrive, in the way of Node's `requestTimeout`. That has no exceptions, and a release
 * may take hours to arrive.
 * @param limit milliseconds after the headers.
 */
export function limitArrival(server: Server, limit: number): void {
  server.on('request', (incoming: IncomingMessage) => {
    if (!hasBody(incoming) || hasOwnLimits(incoming)) return
    const refuse = () => {
      const late = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (!incoming.complete) server.emit('clientError', late, incoming.socket)
    }
    const timer = setTimeout(refuse, limit)
    incoming.once('close', () => clearTimeout(timer))
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const hasOwnLimits = ({ method = '', url = '' }: IncomingMessage): boolean =>
  hasStreamedBody(method, url.split('?')[0]!)
