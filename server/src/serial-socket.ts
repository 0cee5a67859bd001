import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SerialConnection } from '@granary/compute/serial.ts'
import { describeError } from '@granary/control-plane/kit/describe-error.ts'
import type { Bindings } from '@granary/control-plane/kit/bindings.ts'
import { ApiError, forbidden } from '@granary/control-plane/kit/errors.ts'
import type { Log } from '@granary/control-plane/kit/services.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerRaw } from './raw-answer.ts'
import type { BindingsOf } from './request-bindings.ts'
import { isCrossSite } from './security.ts'

/** Codes of RFC 6455: refused or failed, and the server goes away. */
const REFUSED = 1011
const GOING_AWAY = 1001
/** Milliseconds between pings; who has not answered one by the next is gone. */
const PING = 30_000
/** Milliseconds that a client has to answer a close. */
const GOODBYE = 1_000
/** Bytes that may wait for a slow reader before the serial port is read no further. */
const BACKLOG = 1_048_576
/** Bytes that one frame may carry: what somebody pastes comes as one. */
const FRAME = 1_048_576
/** A close reason may have so many bytes (RFC 6455, 5.5: 125 with the code). */
const REASON = 123

type Options = {
  server: Server
  /** @throws ApiError as the HTTP operations do. */
  open: (request: Request, bindings: Bindings) => Promise<SerialConnection>
  bindingsOf: BindingsOf
  log: Log
  opened: (change: 1 | -1) => void
}

/**
 * Serves serial consoles over websockets: bytes both ways in binary frames, text frames ignored. The upgrade succeeds
 * first; what is refused afterwards arrives as a close with code 1011 and the reason.
 * @returns closes all of them with code 1001, by force those that do not answer.
 */
export function serveSerialConsoles({ server, open, bindingsOf, log, opened }: Options): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (isCrossSite(toHeaders(incoming))) return void answerRaw(socket, forbidden())
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      opened(1)
      client.once('close', () => opened(-1))
      const request = new Request(`http://host${incoming.url}`, { headers: toHeaders(incoming) })
      const bindings = bindingsOf(request, incoming)
      serve(client, () => open(request, bindings)).catch((error: unknown) => {
        const { requestId } = bindings
        if (!(error instanceof ApiError))
          log('error', 'serial console failed', { requestId, error: describeError(error) })
        client.resume()
        client.close(REFUSED, closeReason(error))
      })
    })
  })
  return async () => {
    sockets.close()
    const clients = [...sockets.clients]
    const closed = clients.map((client) => new Promise((resolve) => client.once('close', resolve)))
    for (const client of clients) client.close(GOING_AWAY)
    const force = setTimeout(() => clients.forEach((client) => client.terminate()), GOODBYE)
    await Promise.all(closed)
    clearTimeout(force)
  }
}

/** What a client is told; cut between characters, as half a character would make the frame invalid. */
export function closeReason(error: unknown): string {
  const text = error instanceof ApiError ? error.message : 'Internal Server Error'
  return new TextDecoder().decode(Buffer.from(text).subarray(0, REASON)).replace(/\uFFFD$/, '')
}

function toHeaders({ headers }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
  )
}

async function serve(client: WebSocket, open: () => Promise<SerialConnection>) {
  client.on('error', () => client.terminate())
  const alive = keepAlive(client)
  client.once('close', () => clearInterval(alive))
  // What is typed before the port is open waits in the connection.
  client.pause()
  const port = await open()
  client.once('close', () => port.close())
  client.on('message', (data: Buffer, isBinary) => {
    if (isBinary) port.write(new Uint8Array(data))
  })
  client.resume()
  for await (const bytes of port.output) {
    if (client.readyState !== client.OPEN) return
    const sent = new Promise((resolve) => client.send(bytes, resolve))
    if (client.bufferedAmount > BACKLOG) await sent
  }
  // The machine has stopped, or its host is gone: an end that nobody asked for.
  if (client.readyState === client.OPEN) client.terminate()
}

/** Ends a connection whose other side does not answer pings any more. */
function keepAlive(client: WebSocket): NodeJS.Timeout {
  let answered = true
  client.on('pong', () => {
    answered = true
  })
  return setInterval(() => {
    if (!answered) client.terminate()
    answered = false
    client.ping()
  }, PING)
}
