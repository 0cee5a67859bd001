import type { SerialConnection } from '@granary/compute/serial.ts'
import { type WebSocketData, type WebSocketHandler, ws } from 'msw'
import type { Backend } from './backend.ts'

/** A close frame has room for so much. */
const LONGEST_REASON = 123

type Client = {
  send: (data: ArrayBuffer) => void
  close: (code: number) => void
}

/** Answers the websockets of serial consoles: bytes both ways; a refusal closes with its message, as on a server. */
export function serialBridge(backend: Promise<Backend>): WebSocketHandler {
  const link = ws.link(
    `${location.origin.replace(/^http/, 'ws')}/v1/instances/:instance/serial-console/stream`,
  )
  return link.addEventListener('connection', ({ client }) => {
    const opened = backend.then(({ openSerial }) =>
      openSerial(new Request(client.url.href.replace(/^ws/, 'http'))),
    )
    // One after another, as the bytes of a blob take a moment to come.
    let typed: Promise<unknown> = opened
    client.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') return
      typed = typed.then(async () => (await opened).write(await bytesOf(data))).catch(() => {})
    })
    client.addEventListener('close', () => {
      opened.then((serial) => serial.close()).catch(() => {})
    })
    opened.then(
      (serial) => forward(serial, client),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        client.close(1011, reason.slice(0, LONGEST_REASON))
      },
    )
  })
}

async function forward(serial: SerialConnection, client: Client): Promise<void> {
  for await (const bytes of serial.output) client.send(bytes.slice().buffer)
  // The machine has stopped: an end that nobody asked for looks like a broken connection, as from a server.
  client.close(1006)
}

async function bytesOf(data: Exclude<WebSocketData, string>): Promise<Uint8Array> {
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer())
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}
