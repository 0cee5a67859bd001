import type { Socket } from 'node:net'
import { connectUnix } from './unix-socket.ts'

// Numbers of the protocol: github.com/NetworkBlockDevice/nbd, doc/proto.md.
const OPTION_MAGIC = 0x49484156454f5054n
const OPTION_REPLY_MAGIC = 0x3e889045565a9n
const REQUEST_MAGIC = 0x25609513
const SIMPLE_REPLY_MAGIC = 0x67446698
const OPTION_GO = 7
const REPLY_ACK = 1
const REPLY_ERROR_BIT = 0x80000000
const FIXED_NEWSTYLE_WITHOUT_ZEROES = 3
const COMMANDS = { read: 0, write: 1, flush: 3 } as const
const COMMAND_WRITE_ZEROES = 6
const ENOSPC = 28

/** Most bytes of one request: the limit that every server must accept is 32 MiB. */
const MAX_REQUEST = 16 * 1024 * 1024

/** An operation that the server could not carry out. */
export class NbdError extends Error {
  /** Whether the storage of the server is full. */
  readonly isFull: boolean

  constructor(code: number) {
    super(`the block server failed with error ${code}`)
    this.name = 'NbdError'
    this.isFull = code === ENOSPC
  }
}

type Pending = { length: number; resolve: (bytes: Buffer) => void; reject: (error: Error) => void }

/** A client of a block server that speaks NBD over a UNIX socket. Requests may run side by side. */
export class Nbd {
  readonly #socket: Socket
  readonly #pending = new Map<bigint, Pending>()
  #chunks: Buffer[] = []
  #buffered = 0
  #wanted: { length: number; resolve: (bytes: Buffer) => void; reject: (error: Error) => void } | undefined
  #last = 0n
  #failure: Error | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => {
      this.#chunks.push(bytes as Buffer)
      this.#buffered += bytes.length
      this.#serve()
    })
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the connection to the block server has ended')))
  }

  /** Connects to the export `name` of the server at `path`. */
  static async open(path: string, name: string): Promise<Nbd> {
    const nbd = new Nbd(await connectUnix(path))
    try {
      await nbd.#negotiate(name)
    } catch (error) {
      nbd.close()
      throw error
    }
    void nbd.#receive()
    return nbd
  }

  get closed(): boolean {
    return this.#failure !== undefined
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const parts = pieces(offset, length).map((piece) =>
      this.#request(COMMANDS.read, piece.offset, piece.length, undefined),
    )
    const read = await Promise.all(parts)
    return new Uint8Array(read.length === 1 ? read[0]! : Buffer.concat(read))
  }

  /** @throws NbdError, with `isFull` if the storage is full. */
  async write(offset: number, bytes: Uint8Array): Promise<void> {
    const parts = pieces(offset, bytes.length).map((piece) => {
      const part = bytes.subarray(piece.offset - offset, piece.offset - offset + piece.length)
      return isZero(part)
        ? this.#request(COMMAND_WRITE_ZEROES, piece.offset, piece.length, undefined)
        : this.#request(COMMANDS.write, piece.offset, piece.length, part)
    })
    await Promise.all(parts)
  }

  /** Resolves when all written bytes survive a power loss. */
  async flush(): Promise<void> {
    await this.#request(COMMANDS.flush, 0, 0, undefined)
  }

  close(): void {
    this.#socket.destroy()
    this.#fail(new Error('the connection to the block server is closed'))
  }

  async #negotiate(name: string): Promise<void> {
    const greeting = await this.#take(18)
    if (greeting.toString('latin1', 0, 8) !== 'NBDMAGIC') throw new Error('this is no NBD server')
    const flags = Buffer.alloc(4)
    flags.writeUInt32BE(FIXED_NEWSTYLE_WITHOUT_ZEROES)
    const text = Buffer.from(name)
    const option = Buffer.alloc(22 + text.length)
    option.writeBigUInt64BE(OPTION_MAGIC, 0)
    option.writeUInt32BE(OPTION_GO, 8)
    option.writeUInt32BE(6 + text.length, 12)
    option.writeUInt32BE(text.length, 16)
    text.copy(option, 20)
    this.#socket.write(Buffer.concat([flags, option]))
    for (;;) {
      const reply = await this.#take(20)
      if (reply.readBigUInt64BE(0) !== OPTION_REPLY_MAGIC) throw new Error('the NBD server answered nonsense')
      const type = reply.readUInt32BE(12)
      const data = await this.#take(reply.readUInt32BE(16))
      if (type === REPLY_ACK) return
      if (type >= REPLY_ERROR_BIT) throw new Error(`the NBD server has no export ${name}: ${data.toString()}`)
    }
  }

  async #receive(): Promise<void> {
    try {
      for (;;) {
        const header = await this.#take(16)
        if (header.readUInt32BE(0) !== SIMPLE_REPLY_MAGIC) throw new Error('the NBD server answered nonsense')
        const code = header.readUInt32BE(4)
        const cookie = header.readBigUInt64BE(8)
        const pending = this.#pending.get(cookie)
        if (!pending) throw new Error('the NBD server answered an unknown request')
        const data = code === 0 && pending.length > 0 ? await this.#take(pending.length) : Buffer.alloc(0)
        this.#pending.delete(cookie)
        if (code === 0) pending.resolve(data)
        else pending.reject(new NbdError(code))
      }
    } catch (error) {
      this.#fail(error as Error)
      this.#socket.destroy()
    }
  }

  #request(command: number, offset: number, length: number, data: Uint8Array | undefined): Promise<Buffer> {
    if (this.#failure) return Promise.reject(this.#failure)
    this.#last += 1n
    const cookie = this.#last
    const header = Buffer.alloc(28)
    header.writeUInt32BE(REQUEST_MAGIC, 0)
    header.writeUInt16BE(command, 6)
    header.writeBigUInt64BE(cookie, 8)
    header.writeBigUInt64BE(BigInt(offset), 16)
    header.writeUInt32BE(length, 24)
    this.#socket.write(header)
    if (data) this.#socket.write(data)
    const answered = command === COMMANDS.read ? length : 0
    return new Promise((resolve, reject) => this.#pending.set(cookie, { length: answered, resolve, reject }))
  }

  /** Resolves with the next bytes of the server. One call at a time. */
  #take(length: number): Promise<Buffer> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#wanted = { length, resolve, reject }
      this.#serve()
    })
  }

  #serve(): void {
    const wanted = this.#wanted
    if (!wanted || this.#buffered < wanted.length) return
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#wanted = undefined
    this.#chunks = [all.subarray(wanted.length)]
    this.#buffered = all.length - wanted.length
    wanted.resolve(all.subarray(0, wanted.length))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#wanted?.reject(error)
    this.#wanted = undefined
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}

function pieces(offset: number, length: number): { offset: number; length: number }[] {
  return Array.from({ length: Math.ceil(length / MAX_REQUEST) }, (_, index) => ({
    offset: offset + index * MAX_REQUEST,
    length: Math.min(MAX_REQUEST, length - index * MAX_REQUEST),
  }))
}

/** Compares with itself, shifted by one byte, which is a single pass in C. */
function isZero(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return buffer[0] === 0 && buffer.subarray(1).equals(buffer.subarray(0, -1))
}
