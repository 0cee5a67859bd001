import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { TlsOptions } from 'node:tls'
import { contract } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { isSerialConsolePath } from '@granary/control-plane/edge/serial-console.ts'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'
import { answerRaw, answerStream } from '../http/raw-answer.ts'
import { readTlsFiles } from '../tls/tls-files.ts'
import { hasStreamArrived, serveHttp2, streamOf } from './http2.ts'

/** Milliseconds that a client has to send the headers of a request. */
const HEADERS = 20_000
/** Milliseconds that an idle connection stays open; longer than the minute that proxies often keep one. */
const KEEP_ALIVE = 65_000
/** Requests that a connection may send ahead of the answers to earlier ones. Browsers and proxies send none ahead. */
const MAX_AHEAD = 32
/** Maximum size of the headers of a request; bytes. */
const HEADER_SIZE = 32_768

/**
 * Creates a server for HTTP, or HTTPS where the settings name a certificate, with its limits. A request that can't be
 * parsed is refused in the form of all refusals.
 * @param SNICallback chooses another certificate by the name that the client asks for.
 * @param onCutOff called when a connection is cut off that sends too many requests ahead.
 * @returns the server, and a function that lets the requests of HTTP/2 finish and takes no others.
 * @throws ConfigurationError when the certificate or its key can't be used.
 */
export function createHttpServer(
  configuration: Configuration,
  SNICallback?: TlsOptions['SNICallback'],
  onCutOff: () => void = () => {},
): { server: Server; goAway: () => void } {
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
        ALPNProtocols: ['h2', 'http/1.1'],
        handshakeTimeout: limits.headersTimeout,
        SNICallback,
      }) as unknown as Server)
    : createServer(limits)
  const goAway = configuration.tlsKey ? serveHttp2(server, limits) : () => {}
  limitArrival(server, requestTimeout)
  const answerable = trackAnswerable(server, onCutOff)
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
  return { server, goAway }
}

/** Method and path of operations whose handlers read a stream, with limits of their own. Their paths have no parameters. */
const STREAMED = new Set(
  Object.values<Operation>(contract)
    .filter(({ bodyType }) => bodyType === 'stream')
    .map(({ method, path }) => `${method} ${path}`),
)

/**
 * Ends requests whose body takes too long to arrive, in the way of Node's `requestTimeout`. That has no exceptions, and a release
 * may take hours to arrive.
 * @param limit milliseconds after the headers.
 */
export function limitArrival(server: Server, limit: number): void {
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { headers, method, url = '' } = incoming
    const stream = incoming.httpVersionMajor === 2 ? streamOf(incoming) : null
    if (!stream && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      return
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      if (stream ? hasStreamArrived(stream) : incoming.complete) return
      timer = setTimeout(() => {
        const late = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
        if (stream ? hasStreamArrived(stream) : incoming.complete) return
        if (stream) void answerStream(stream, refusal(late))
        else server.emit('clientError', late, incoming.socket)
      }, limit)
    }
    // A streamed request that is answered before it has arrived, such as one without a caller, has no reader.
    if (STREAMED.has(`${method} ${url.split('?')[0]}`)) outgoing.once('finish', begin)
    else begin()
    incoming.once('close', () => clearTimeout(timer))
  })
}

/**
 * Returns a function that tells whether a refusal would be the next answer of a connection: not while a part of another answer is sent, nor
 * before the answers to earlier requests, in whose place a client would take it. Connections that send too many requests ahead are cut off:
 * Node keeps their answers until the client takes them.
 */
function trackAnswerable(server: Server, onCutOff: () => void): (socket: Duplex) => boolean {
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
  server.on('request', (incoming, outgoing) => {
    // HTTP/2 answers in any order, and has limits of its own.
    if (incoming.httpVersionMajor === 2) return
    const { socket } = incoming
    const all = unanswered.get(socket) ?? new Set()
    unanswered.set(socket, all.add(outgoing))
    if (all.size > MAX_AHEAD) {
      onCutOff()
      socket.destroy()
    }
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
