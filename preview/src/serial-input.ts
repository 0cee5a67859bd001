import type { SerialConnection } from '@granary/compute/serial.ts'
import type { WebSocketData } from 'msw'

/**
 * Maximum number of bytes that wait for a machine. A page can't hold back the frames of its own socket as a server holds back a
 * connection, and a machine takes this much in a minute.
 */
export const MAX_WAITING_BYTES = 16_777_216

/**
 * Returns a function that passes frames on to a machine in their order, the next one when the machine takes more. Text frames are
 * ignored.
 * @param onOverflow called once if too much input waits, all of which is dropped then.
 */
export function orderedInput(
  opened: Promise<Pick<SerialConnection, 'write'>>,
  onOverflow: () => void,
): (frame: WebSocketData) => void {
  let waiting = 0
  let isOver = false
  // In order, because reading a blob is asynchronous.
  let last: Promise<unknown> = opened
  const pass = async (frame: BinaryData) => {
    const bytes = await bytesOf(frame)
    const port = await opened
    if (!isOver) await port.write(bytes)
  }
  return (frame) => {
    if (typeof frame === 'string' || isOver) return
    const size = frame instanceof Blob ? frame.size : frame.byteLength
    waiting += size
    if (waiting > MAX_WAITING_BYTES) {
      isOver = true
      onOverflow()
      return
    }
    last = last
      .then(() => pass(frame))
      .catch(() => {})
      .then(() => (waiting -= size))
  }
}

type BinaryData = Exclude<WebSocketData, string>

async function bytesOf(data: BinaryData): Promise<Uint8Array> {
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer())
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}
