import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { connectUnix } from './unix-socket.ts'

/** Most characters of a message. QEMU's longest, a list of all its devices, has a few ten thousand. */
const LONGEST_LINE = 4 * 1024 ** 2

/** An event of QEMU, such as `SHUTDOWN`. */
export interface QmpEvent {
  event: string
  data?: Record<string, unknown>
}

/** A refusal by QEMU, with the class that its schema gives it, such as `DeviceNotFound`. */
export class QmpError extends Error {
  readonly class: string

  constructor(command: string, error: { class: string; desc: string }) {
    super(`QEMU refused ${command}: ${error.desc}`)
    this.name = 'QmpError'
    this.class = error.class
  }
}

/** The connection to QEMU ended, so it is unknown whether the last commands took effect. */
export class QmpClosed extends Error {
  constructor() {
    super('the connection to QEMU has ended')
    this.name = 'QmpClosed'
  }
}

type Message = {
  id?: number
  return?: unknown
  error?: { class: string; desc: string }
  event?: string
  data?: Record<string, unknown>
}

type Pending = { command: string; resolve: (value: unknown) => void; reject: (error: Error) => void }

/** A client of the QEMU Machine Protocol. Emits `event` with a `QmpEvent`, and `close` once. */
export class Qmp extends EventEmitter<{ event: [QmpEvent]; close: [] }> {
  readonly #socket: Socket
  readonly #pending = new Map<number, Pending>()
  #last = 0
  /** The beginning of a line whose end has not arrived. */
  #rest = ''
  #open = true

  private constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('close', () => this.#end())
    socket.setEncoding('utf8').on('data', (text: string) => this.#read(text))
  }

  /**
   * Connects to the socket at `path`. Rejects if no QEMU listens there. QEMU serves one client at a time; others wait.
   * @param signal ends the connection.
   */
  static async open(path: string, signal?: AbortSignal): Promise<Qmp> {
    const qmp = new Qmp(await connectUnix(path))
    signal?.addEventListener('abort', () => qmp.close())
    if (signal?.aborted) qmp.close()
    await qmp.execute('qmp_capabilities')
    return qmp
  }

  get closed(): boolean {
    return !this.#open
  }

  /**
   * Runs a command and returns its result.
   * @throws QmpError if QEMU refuses it; QmpClosed if the connection ends first.
   */
  execute<Result = unknown>(command: string, args?: Record<string, unknown>): Promise<Result> {
    if (!this.#open) return Promise.reject(new QmpClosed())
    this.#last += 1
    const id = this.#last
    this.#socket.write(JSON.stringify({ execute: command, arguments: args, id }) + '\n')
    return new Promise((resolve, reject) =>
      this.#pending.set(id, { command, resolve: resolve as (value: unknown) => void, reject }),
    )
  }

  /** Ends the connection. QEMU runs on. */
  close(): void {
    this.#socket.destroy()
  }

  /** Ends the connection at a line that is no message, because what follows it can't be trusted either. */
  #read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) {
      const message = parse(line)
      if (!message) return void this.#socket.destroy()
      this.#receive(message)
    }
    if (this.#rest.length > LONGEST_LINE) this.#socket.destroy()
  }

  #receive(message: Message): void {
    if (message.event !== undefined) return void this.emit('event', message as QmpEvent)
    const pending = message.id === undefined ? undefined : this.#pending.get(message.id)
    if (!pending) return
    this.#pending.delete(message.id!)
    if (message.error) pending.reject(new QmpError(pending.command, message.error))
    else pending.resolve(message.return)
  }

  #end(): void {
    this.#open = false
    for (const { reject } of this.#pending.values()) reject(new QmpClosed())
    this.#pending.clear()
    this.emit('close')
  }
}

function parse(line: string): Message | null {
  if (line.length > LONGEST_LINE) return null
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
