import type { Socket } from 'node:net'
import {
  SERIAL_BUFFER,
  type SerialCloseReason,
  type SerialConnection,
  type SerialHistory,
  type SerialRange,
} from '@granary/compute/serial.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { connectUnix } from '../unix-socket.ts'
import type { SerialLog } from './serial-log.ts'

/** Most bytes of one read of a client. */
const PIECE = 64 * 1024

interface Client {
  wake: () => void
  end: (reason: SerialCloseReason) => void
}

/**
 * The serial line of one machine. The driver is its only client: it records the output, and clients read the record, each from its
 * own position. So a slow client needs no memory and delays nobody.
 */
export class SerialLine {
  readonly #log: SerialLog
  readonly #clients = new Set<Client>()
  #socket: Socket | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(log: SerialLog) {
    this.#log = log
  }

  /**
   * Connects to the machine's port.
   * @param gap text to record first: why output is missing before this moment.
   */
  async attach(path: string, gap?: string): Promise<void> {
    const socket = await connectUnix(path)
    this.#socket = socket
    socket.on('error', () => {})
    if (gap !== undefined) await this.#record(Buffer.from(gap)).catch(() => {})
    socket.on('data', (bytes: Buffer) => {
      // What QEMU can't send waits in the guest, so nothing is lost and nothing piles up.
      socket.pause()
      this.#writing = this.#record(bytes)
        // On a full disk the output is lost, and the guest goes on.
        .catch(() => {})
        .finally(() => socket.resume())
    })
  }

  /** Forgets all output, because the machine starts anew. */
  async clear(): Promise<void> {
    await this.#writing
    await this.#log.clear()
  }

  async history(range: SerialRange): Promise<SerialHistory> {
    const end = this.#log.end
    const wanted =
      'fromStart' in range ? range.fromStart : this.#log.keptFrom(Math.max(0, end - range.mostRecent))
    const data = wanted >= end ? new Uint8Array() : await this.#log.read(wanted, range.maxBytes)
    const first = Math.min(wanted, end)
    return { data, firstByteOffset: first, lastByteOffset: first + data.length }
  }

  connect(mostRecent?: number): SerialConnection {
    const end = this.#log.end
    const first = mostRecent === undefined ? 0 : this.#log.keptFrom(Math.max(0, end - mostRecent))
    const closing = Promise.withResolvers<SerialCloseReason>()
    const state = { isOpen: true, wake: () => {} }
    const client: Client = {
      wake: () => state.wake(),
      end: (reason) => {
        if (!this.#clients.delete(client)) return
        state.isOpen = false
        closing.resolve(reason)
        state.wake()
      },
    }
    this.#clients.add(client)
    return {
      output: this.#output(first, client, state),
      write: (bytes) => (state.isOpen ? this.#send(bytes) : undefined),
      // A serial line has no size.
      resize: () => {},
      close: () => client.end('client'),
      closed: closing.promise,
    }
  }

  /** Ends every connection, after recording what has come. */
  async end(reason: SerialCloseReason): Promise<void> {
    this.#socket?.destroy()
    this.#socket = undefined
    await this.#writing
    for (const client of this.#clients) client.end(reason)
  }

  async close(): Promise<void> {
    await this.end('lost')
    await this.#log.close()
  }

  async #record(bytes: Buffer): Promise<void> {
    await this.#log.append(bytes)
    for (const { wake } of this.#clients) wake()
  }

  async *#output(
    first: number,
    client: Client,
    state: { isOpen: boolean; wake: () => void },
  ): AsyncGenerator<Uint8Array> {
    for (let position = first; ;) {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.wake = resolve
      // The last output of a machine that has stopped is read too.
      const wasOpen = state.isOpen
      const kept = this.#log.keptFrom(position)
      // After the first file, the output goes on with the last ones.
      if (position === SERIAL_BUFFER) position = kept
      if (kept !== position) return client.end('slow')
      if (position < this.#log.end) {
        const bytes = await this.#log.read(position, PIECE).catch(endIfDiscarded)
        if (!bytes) return client.end('slow')
        position += bytes.length
        yield bytes
      } else if (wasOpen) await promise
      else return
    }
  }

  #send(bytes: Uint8Array): Promise<void> | undefined {
    const socket = this.#socket
    if (!socket || socket.write(bytes.slice())) return undefined
    return new Promise((resolve) => {
      const done = () => {
        socket.off('drain', done)
        socket.off('close', done)
        resolve()
      }
      socket.once('drain', done)
      socket.once('close', done)
    })
  }
}

/** The file of a slow client's position may be deleted while it is read. */
function endIfDiscarded(error: unknown): undefined {
  if (error instanceof DriverError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}
