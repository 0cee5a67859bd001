import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { TlsOptions } from 'node:tls'
import { isSerialConsolePath } from '@granary/control-plane/edge/serial-console.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import { limitArrival } from './arrival-limit.ts'
import { type Configuration, ConfigurationError } from './configuration.ts'
import { answerRaw } from './raw-answer.ts'
import { readTlsFiles } from './tls-files.ts'

/** Milliseconds that a client has to send the headers of a request. */
const HEADERS = 20_000
/** Milliseconds that an idle connection stays open; longer than the minute that proxies often keep one. */
const KEEP_ALIVE = 65_000
/** Maximum size of the headers of a request; bytes. */
const HEADER_SIZE = 32_768

/**
 * Creates a server for HTTP, or HTTPS where the settings name a certificate, with its limits. A request that can't be
 * parsed is refused in the form of all refusals.
 * @param SNICallback chooses another certificate by the name that the client asks for.
 * @throws ConfigurationError when the certificate or its key can't be used.
 */
export function createHttpServer(
  configuration: Configuration,
  SNICallback?: TlsOptions['SNICallback'],
): Server {
  const requestTimeout = configuration.requestTimeout * 1000
  const limits = {
    headersTimeout: Math.min(HEADERS, requestTimeout),
    // limitArrival is in its place.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(5_000, requestTimeout / 2),
    keepAliveTimeout: KEEP_ALIVE,
    // Node's own refusal has neither a request id nor the headers of every answer.
    requireHostHeader: false,
    maxHeaderSize: HEADER_SIZE,
    // Any other upgrade that a client offers (such as HTTP/2 without TLS) is ignored, and the request answered.
    shouldUpgradeCallback: isSerialConsoleUpgrade,
  }
  const server = configuration.tlsKey
    ? (createTlsServer({
        ...limits,
        ...readTlsFiles(configuration),
        handshakeTimeout: limits.headersTimeout,
        SNICallback,
      }) as unknown as Server)
    : createServer(limits)
  limitArrival(server, requestTimeout)
  const answerable = trackAnswerable(server)
  // Without this, Node answers by itself.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  // An answer would wait for the handshake for ever.
  const secured = new WeakSet<Duplex>()
  server.on('secureConnection', (socket: Duplex) => secured.add(socket))
  const isReadable = (socket: Duplex) => !configuration.tlsKey || secured.has(socket)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || !isReadable(socket) || !answerable(socket))
      socket.destroy()
    else void answerRaw(socket, refusal(error)).finally(() => socket.destroySoon?.())
  })
  return server
}

/**
 * Returns a function that tells whether a refusal would be the next answer of a connection: not while a part of another answer is sent, nor
 * before the answers to earlier requests, in whose place a client would take it.
 */
function trackAnswerable(server: Server): (socket: Duplex) => boolean {
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
  server.on('request', ({ socket }, outgoing) => {
    const all = unanswered.get(socket) ?? new Set()
    unanswered.set(socket, all.add(outgoing))
    outgoing.once('close', () => all.delete(outgoing))
  })
  return (socket) => {
    const [first, second] = unanswered.get(socket) ?? []
    return !first || (!second && !first.req.complete && !first.headersSent)
  }
}

declare module 'node:stream' {
  interface Duplex {
    destroySoon?(): void
  }
}

function refusal({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError(408, undefined, 'the request took too long to arrive')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(431, undefined, `the headers of the request exceed ${HEADER_SIZE} bytes`)
  return new ApiError(400, undefined, 'malformed request')
}

function isSerialConsoleUpgrade({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && isSerialConsolePath((url ?? '').split('?')[0]!)
}

/**
 * Starts to listen.
 * @returns the port that it listens on.
 * @throws ConfigurationError when it can't.
 */
export function listen(server: Server, { host, port }: Configuration): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'another program listens there already' : error.message
      reject(new ConfigurationError(`cannot listen on ${host}:${port}: ${reason}`))
    })
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}
