import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SerialConnection } from '@granary/compute/serial.ts'
import { describeError } from '@granary/control-plane/kit/base/describe-error.ts'
import type { Bindings } from '@granary/control-plane/kit/request/bindings.ts'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import type { SecurityLog } from '@granary/control-plane/kit/log/security-log.ts'
import type { Log } from '@granary/control-plane/kit/log/log.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { slicedInput } from './console-input.ts'
import { keepAlive } from './keep-alive.ts'
import { smugglingRefusal } from '../http/request-smuggling.ts'
import { answerRaw } from '../http/raw-answer.ts'
import type { BindingsOf } from '../http/client.ts'
import { refuseCrossSite } from '../http/site-refusal.ts'
import { crossSiteProblem } from '../http/security.ts'

/** Codes of RFC 6455: refused or failed, and the server stops. */
const REFUSED = 1011
const GOING_AWAY = 1001
/** Milliseconds that a client has to answer a close. */
const CLOSE_TIMEOUT_MS = 1_000
/** Buffered bytes of a slow reader above which the serial port is paused. */
const MAX_BUFFERED_BYTES = 1_048_576
/** Maximum size of a frame in bytes; pasted text arrives as one frame. */
const FRAME = 1_048_576
/** Maximum length of a close reason in bytes (RFC 6455, section 5.5: 125 with the code). */
const REASON = 123

type Options = {
  server: Server
  /** @throws ApiError as the HTTP operations do. */
  open: (request: Request, bindings: Bindings) => Promise<SerialConnection>
  bindingsOf: BindingsOf
  log: Log
  securityLog: SecurityLog
  opened: (change: 1 | -1) => void
}

/**
 * Serves serial consoles over websockets: bytes both ways in binary frames, text frames ignored. The upgrade succeeds
 * first; a refusal afterwards arrives as a close with code 1011 and the reason.
 * @returns a function that closes all of them with code 1001, and terminates those that don't answer.
 */
export function serveSerialConsoles({
  server,
  open,
  bindingsOf,
  log,
  securityLog,
  opened,
}: Options): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const refusal = smugglingRefusal(incoming)
    if (refusal) return void answerRaw(socket, refusal)
    const request = new Request(addressOf(incoming), { headers: toHeaders(incoming) })
    const bindings = bindingsOf(request, incoming)
    const problem = crossSiteProblem(request.headers, bindings)
    if (problem) {
      const { pathname } = new URL(request.url)
      const refused = refuseCrossSite(securityLog, { method: 'GET', pathname }, bindings, problem)
      return void answerRaw(socket, refused)
    }
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      opened(1)
      client.once('close', () => opened(-1))
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
    const force = setTimeout(() => clients.forEach((client) => client.terminate()), CLOSE_TIMEOUT_MS)
    await Promise.all(closed)
    clearTimeout(force)
  }
}

/** Returns the close reason, cut between characters because half a character would make the frame invalid. */
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
  // Input that arrives before the port is open waits in the connection.
  client.pause()
  const port = await open()
  const input = slicedInput((bytes) => port.write(bytes))
  // A client may close right after its last frame, which the machine still gets.
  const close = () => port.close()
  client.once('close', () => void input(new Uint8Array()).then(close, close))
  client.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return
    // Further frames wait in the connection, not in memory.
    client.pause()
    input(new Uint8Array(data)).then(
      () => client.resume(),
      () => client.terminate(),
    )
  })
  client.resume()
  for await (const bytes of port.output) {
    if (client.readyState !== client.OPEN) return
    const sent = new Promise((resolve) => client.send(bytes, resolve))
    if (client.bufferedAmount > MAX_BUFFERED_BYTES) await sent
  }
  // The machine has stopped, or its host is gone: an unexpected end.
  if (client.readyState === client.OPEN) client.terminate()
}

/** Returns the address of an upgrade. One without a usable host, which no browser sends, is read as if it had none. */
function addressOf({ headers, url }: IncomingMessage): string {
  const address = `http://${headers.host}${url}`
  return URL.canParse(address) ? address : `http://unknown.invalid${url}`
}
