import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import {
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { MiB } from '@granary/domain/sizes.ts'

/**
 * Streams that a connection may have open: the event streams that a user may have, and as many other requests as may be sent ahead
 * over HTTP/1.1.
 */
const MAX_STREAMS = 64
/** Requests of a connection whose work may run, although the client has reset most of them. Browsers reset those of a page that they leave. */
const MAX_RUNNING = 4 * MAX_STREAMS
/** Streams that a client may reset at once, and then each second (CVE-2023-44487). */
const RESETS = { streamResetBurst: MAX_RUNNING, streamResetRate: 32 }
/** Bytes of a body that may arrive before anything reads them. */
export const STREAM_WINDOW = MiB
/** Bytes of all bodies of a connection that may be in transit: a larger window than that of TCP would not make uploads faster. */
const CONNECTION_WINDOW = 4 * MiB
/** Megabytes that Node lets a connection take before it refuses requests. Answers have a limit of their own, which is for all connections. */
const SESSION_MEMORY = 64
/** Memory of a stream beside its headers and its body; bytes. */
const STREAM_COST = 4096
/** Milliseconds that a client has to take the last frame of a connection. */
const LINGER = 1_000

type Options = {
  /** Milliseconds that a client has to send its first request. */
  headersTimeout: number
  /** Milliseconds that a connection stays open without a request. */
  keepAliveTimeout: number
  /** Maximum size of the headers of a request; bytes. */
  maxHeaderSize: number
}

const sessions = new WeakMap<Duplex, Http2Session>()
/** The sockets themselves: that of a session refuses to be ended. */
const sockets = new WeakMap<Http2Session, TLSSocket>()

/** Returns the stream of a request over HTTP/2, and null for any other. The way of each request asks `httpVersionMajor` before. */
export const streamOf = (incoming: IncomingMessage): ServerHttp2Stream | null =>
  incoming.httpVersionMajor === 2 ? (incoming as unknown as Http2ServerRequest).stream : null

/**
 * Serves HTTP/2 to the clients of a TLS server that ask for it (ALPN), and emits their requests as those of HTTP/1.1. Connections of
 * HTTP/1.1 stay with the TLS server. Websockets use those, because extended CONNECT (RFC 8441) is off.
 * @returns a function that lets open requests finish and takes no others.
 */
export function serveHttp2(
  server: Server,
  { headersTimeout, keepAliveTimeout, maxHeaderSize }: Options,
): () => void {
  const http2 = createServer({
    settings: {
      enablePush: false,
      maxConcurrentStreams: MAX_STREAMS,
      initialWindowSize: STREAM_WINDOW,
      maxHeaderListSize: maxHeaderSize,
    },
    ...RESETS,
    maxSessionMemory: SESSION_MEMORY,
  })
  const [serveHttp1] = server.listeners('secureConnection') as [(socket: TLSSocket) => void]
  server.removeListener('secureConnection', serveHttp1)
  let current: TLSSocket
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    current = socket
    if (socket.alpnProtocol === 'h2') http2.emit('connection', socket)
    else serveHttp1.call(server, socket)
  })
  const open = new Set<Http2Session>()
  http2.on('session', (session) => {
    open.add(session)
    session.once('close', () => open.delete(session))
    sessions.set(current, session)
    sockets.set(session, current)
    endIdle(session, current, headersTimeout, keepAliveTimeout)
    session.once('connect', () => session.destroyed || session.setLocalWindowSize(CONNECTION_WINDOW))
  })
  const pass = (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    // The client has reset it at once. Nothing is known of the client any more either.
    if (incoming.stream.destroyed) return
    prepare(incoming)
    server.emit('request', incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse)
  }
  http2.on('request', pass)
  http2.on('checkExpectation', pass)
  http2.on('connect', ({ stream }: Http2ServerRequest) => stream.close(constants.NGHTTP2_CONNECT_ERROR))
  return () => {
    for (const session of open) session.close()
  }
}

/** Makes a request behave like one of HTTP/1.1. */
function prepare(incoming: Http2ServerRequest): void {
  const { headers, stream } = incoming
  headers.host ??= headers[':authority']
  // Otherwise a body seems to be complete where the client has reset it without an error.
  incoming.on('error', () => {})
  incoming.once('aborted', () => incoming.destroy(new Error('the client has reset the stream')))
  // There are no trailers, and the end of the answer would wait for them.
  const respond = stream.respond.bind(stream)
  stream.respond = (answered, options) => respond(answered, { ...options, waitForTrailers: false })
  // What remains of the body has no reader (RFC 9113 section 8.1).
  stream.once('finish', () => {
    if (stream.endAfterHeaders) return
    incoming.resume()
    // The end of the answer goes first.
    setImmediate(() => hasStreamArrived(stream) || stream.close(constants.NGHTTP2_NO_ERROR))
  })
}

/** Ends a connection that has no request for too long, whatever else it sends: requests count once all their headers have arrived. */
function endIdle(session: Http2Session, socket: TLSSocket, first: number, later: number): void {
  let streams = 0
  let timer: NodeJS.Timeout
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => endSession(session, constants.NGHTTP2_NO_ERROR), ms)
  }
  wait(first)
  session.on('stream', (stream: ServerHttp2Stream) => {
    streams += 1
    clearTimeout(timer)
    const ended = () => {
      streams -= 1
      if (streams === 0 && !socket.destroyed) wait(later)
    }
    if (stream.destroyed) ended()
    else stream.once('close', ended)
  })
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Tells the client of a connection why it ends, cancels its requests and ends it.
 * @param code of RFC 9113 section 7.
 */
function endSession(session: Http2Session, code: number, reason = ''): void {
  const socket = sockets.get(session)!
  if (!session.destroyed) {
    if (reason) session.goaway(code, 0, Buffer.from(reason))
    session.destroy(undefined, code)
  }
  const timer = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(timer))
}

/** Ends a connection of HTTP/2 whose client has too many. @returns whether it is one. */
export function refuseSession(socket: Duplex, reason: string): boolean {
  const session = sessions.get(socket)
  if (session) endSession(session, constants.NGHTTP2_ENHANCE_YOUR_CALM, reason)
  return session !== undefined
}

/** Cuts off the answer of a request: with HTTP/1.1 by its connection, which has no other way. */
export function cutOff(incoming: IncomingMessage): void {
  const stream = streamOf(incoming)
  if (stream) stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  else incoming.socket.destroy()
}

/** Whether all of a request has arrived. */
export const hasStreamArrived = (stream: ServerHttp2Stream): boolean =>
  stream.endAfterHeaders ||
  stream.destroyed ||
  stream.state.state === constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE

/** Returns the memory that a request may take before anything reads its body: over HTTP/2 a connection has many at once. */
export function costOf(incoming: IncomingMessage): number {
  const stream = streamOf(incoming)
  if (!stream) return 0
  const headers = incoming.rawHeaders.reduce((sum, { length }) => sum + length, STREAM_COST)
  if (stream.endAfterHeaders) return headers
  const length = Number(incoming.headers['content-length'] ?? STREAM_WINDOW)
  return headers + Math.min(length, STREAM_WINDOW)
}

/**
 * Returns a function that is told the work of each request, and ends connections whose clients let too much of it run: a client may reset
 * a request and send another one, while the server still works for the first one.
 */
export function limitRunning(
  onCutOff: () => void,
): (incoming: IncomingMessage, work: Promise<unknown>) => void {
  const running = new WeakMap<Http2Session, number>()
  return (incoming, work) => {
    const session = streamOf(incoming)?.session
    if (!session) return
    const now = (running.get(session) ?? 0) + 1
    running.set(session, now)
    void work.finally(() => running.set(session, running.get(session)! - 1))
    if (now <= MAX_RUNNING || session.destroyed) return
    onCutOff()
    endSession(session, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  }
}
