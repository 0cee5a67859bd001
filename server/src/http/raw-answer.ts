import { STATUS_CODES } from 'node:http'
import { constants, type ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { errorResponse } from '@granary/control-plane/edge/error-response.ts'
import type { ApiError } from '@granary/control-plane/kit/base/errors.ts'
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

/** Answers a request over HTTP/2 in place of its handler, in the form of every other refusal, and takes no more of it. */
export async function answerStream(stream: ServerHttp2Stream, error: ApiError): Promise<void> {
  const requestId = crypto.randomUUID()
  const response = protect(errorResponse(error, requestId), requestId, true)
  const body = await response.text()
  if (stream.destroyed || stream.closed) return
  if (stream.headersSent) return stream.close(constants.NGHTTP2_CANCEL)
  stream.respond({ ...Object.fromEntries(response.headers), ':status': response.status })
  stream.end(body)
  stream.close(constants.NGHTTP2_NO_ERROR)
}
