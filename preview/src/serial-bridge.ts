import type { SerialConnection } from '@granary/compute/serial.ts'
import { type WebSocketHandler, ws } from 'msw'
import type { Backend } from './backend.ts'
import { orderedInput } from './serial-input.ts'

/** Code of RFC 6455: refused or failed. */
const FAILED = 1011
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
    const end = () => {
      opened.then((serial) => serial.close()).catch(() => {})
    }
    const input = orderedInput(opened, () => {
      end()
      client.close(FAILED, 'more input is waiting than the machine can take')
    })
    client.addEventListener('message', ({ data }) => input(data))
    client.addEventListener('close', end)
    opened.then(
      (serial) => forward(serial, client),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        client.close(FAILED, reason.slice(0, MAX_REASON_LENGTH))
      },
    )
  })
}

async function forward(serial: SerialConnection, client: Client): Promise<void> {
  for await (const bytes of serial.output) client.send(bytes.slice().buffer)
  // The machine has stopped. An unrequested end looks like a broken connection, as on a server.
  client.close(1006)
}
