import { SERIAL_BUFFER, type SerialCloseReason, type SerialConnection } from '../../serial.ts'
import { OutputQueue } from './output-queue.ts'

/** A client with this much unread output is too slow: twice the size of the kept beginning. */
const MAX_BACKLOG_BYTES = 4 * SERIAL_BUFFER

interface Client {
  queue: OutputQueue
  end: (reason: SerialCloseReason) => void
}

/** The clients of a serial line. */
export class Clients {
  readonly #all = new Set<Client>()
  readonly #onLeft: () => void

  /** @param onLeft called after each client that has disconnected. */
  constructor(onLeft: () => void) {
    this.#onLeft = onLeft
  }

  get size(): number {
    return this.#all.size
  }

  /** Adds a client. @param beginning its first output. @param onInput called with what it types. */
  connect(beginning: Uint8Array, onInput: SerialConnection['write']): SerialConnection {
    const queue = new OutputQueue()
    queue.push(beginning)
    const closing = Promise.withResolvers<SerialCloseReason>()
    const client: Client = {
      queue,
      end: (reason) => {
        if (!this.#all.delete(client)) return
        queue.end()
        closing.resolve(reason)
        this.#onLeft()
      },
    }
    this.#all.add(client)
    return {
      output: queue,
      write: (bytes) => (this.#all.has(client) ? onInput(bytes.slice()) : undefined),
      // The simulated guest has no full-screen program to redraw.
      resize: () => {},
      close: () => client.end('client'),
      closed: closing.promise,
    }
  }

  /** Sends output to every client, and ends those that read too slowly. */
  put(bytes: Uint8Array): void {
    for (const client of this.#all) {
      if (client.queue.size + bytes.length > MAX_BACKLOG_BYTES) client.end('slow')
      else client.queue.push(bytes)
    }
  }

  end(reason: SerialCloseReason): void {
    for (const client of this.#all) client.end(reason)
  }
}
