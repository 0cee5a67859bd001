import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { errorResponse } from '@granary/control-plane/edge/error-response.ts'
import type { ApiError } from '@granary/control-plane/kit/errors.ts'
import { protect } from './security.ts'

/**
 * Answers a connection that never became a request (it could not be parsed, or asked for an upgrade) in the form of
 * every other refusal, and ends it. The headers by which a proxy forwards are not read here.
 */
export async function answerRaw(socket: Duplex, error: ApiError): Promise<void> {
  const requestId = crypto.randomUUID()
  const response = protect(errorResponse(error, requestId), requestId, socket instanceof TLSSocket)
  const body = await response.text()
  if (!socket.writable) return
  response.headers.set('connection', 'close')
  response.headers.set('content-length', String(Buffer.byteLength(body)))
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
