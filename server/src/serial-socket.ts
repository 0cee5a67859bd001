import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import { isSerialConsolePath } from '@granary/control-plane/instances/serial-console.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import type { Log } from '@granary/control-plane/kit/services.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { toHeaders } from './node-headers.ts'
import { isCrossSite } from './security.ts'

/** Codes of RFC 6455: refused or failed, and the server goes away. */
const REFUSED = 1011
const GOING_AWAY = 1001
const PING = 30_000
/** Bytes that may wait for a slow reader before the serial port is read no further. */
const BACKLOG = 1_048_576
/** A close reason may have so many bytes. */
const REASON = 120

type Options = { server: Server; controlPlane: ControlPlane; log: Log; opened: (change: 1 | -1) => void }

/**
 * Serves serial consoles over websockets: bytes both ways in binary frames, text frames ignored. The upgrade succeeds
 * first; what is refused afterwards arrives as a close with code 1011 and the reason.
 * @returns closes all of them.
 */
export function serveSerialConsoles({ server, controlPlane, log, opened }: Options): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 65_536 })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://host')
    if (!isSerialConsolePath(pathname)) return refuse(socket, 404)
    if (isCrossSite(toHeaders(incoming))) return refuse(socket, 403)
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      opened(1)
      client.once('close', () => opened(-1))
      serve(client, incoming, controlPlane).catch((error: unknown) => {
        if (!(error instanceof ApiError)) log('error', 'serial console failed', { error: String(error) })
        const reason = error instanceof ApiError ? error.message : 'Internal Server Error'
        client.close(REFUSED, Buffer.from(reason).subarray(0, REASON).toString())
      })
    })
  })
  return () => {
    for (const client of sockets.clients) client.close(GOING_AWAY)
    sockets.close()
  }
}

function refuse(socket: Duplex, status: 403 | 404): void {
  socket.end(
    `HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Not Found'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  )
}

async function serve(
  client: WebSocket,
  incoming: IncomingMessage,
  controlPlane: ControlPlane,
): Promise<void> {
  const early: Uint8Array[] = []
  let write = (bytes: Uint8Array): void => {
    early.push(bytes)
  }
  client.on('message', (data: Buffer, isBinary) => {
    if (isBinary) write(new Uint8Array(data))
  })
  client.on('error', () => client.terminate())
  const alive = keepAlive(client)
  client.once('close', () => clearInterval(alive))

  const request = new Request(`http://host${incoming.url}`, { headers: toHeaders(incoming) })
  const port = await controlPlane.openSerial(request)
  client.once('close', () => port.close())
  if (client.readyState !== client.OPEN) return port.close()
  write = (bytes) => port.write(bytes)
  early.forEach(write)
  for await (const bytes of port.output) {
    if (client.readyState !== client.OPEN) return
    client.send(bytes)
    while (client.bufferedAmount > BACKLOG) await new Promise((resolve) => setTimeout(resolve, 20))
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
