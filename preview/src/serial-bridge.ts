import type { SerialConnection } from '@granary/compute/serial.ts'
import { type WebSocketData, type WebSocketHandler, ws } from 'msw'
import type { Backend } from './backend.ts'

/** Maximum length of a close frame's reason, in bytes. */
const MAX_REASON_LENGTH = 123

type Client = {
  send: (data: ArrayBuffer) => void
  close: (code: number) => void
}

/** Answers websockets of serial consoles: bytes in both directions. Refusals close with a message, as on a server. */
export function serialBridge(backend: Promise<Backend>): WebSocketHandler {
  const link = ws.link(
    `${location.origin.replace(/^http/, 'ws')}/v1/instances/:instance/serial-console/stream`,
  )
  return link.addEventListener('connection', ({ client }) => {
    const opened = backend.then(({ openSerial }) =>
      openSerial(new Request(client.url.href.replace(/^ws/, 'http'))),
    )
    // In order, because reading a blob is asynchronous.
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
        client.close(1011, reason.slice(0, MAX_REASON_LENGTH))
      },
    )
  })
}

async function forward(serial: SerialConnection, client: Client): Promise<void> {
  for await (const bytes of serial.output) client.send(bytes.slice().buffer)
  // The machine has stopped. An unrequested end looks like a broken connection, as on a server.
  client.close(1006)
}

async function bytesOf(data: Exclude<WebSocketData, string>): Promise<Uint8Array> {
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer())
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}
