import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { DriverError } from '@granary/compute/driver-error.ts'
import { SERIAL_BUFFER } from '@granary/compute/serial.ts'

/**
 * The output of a serial line since the start of its machine, in files of `SERIAL_BUFFER` bytes that are named by their first
 * offset. The first one and the last two are kept, so that a guest which prints for years fills no disk.
 */
export class SerialLog {
  readonly #folder: string
  /** First offsets of the kept files. */
  #starts: number[] = []
  #end = 0
  #file: FileHandle | undefined

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(folder: string): Promise<SerialLog> {
    const log = new SerialLog(folder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    log.#starts = (await readdir(folder)).map(Number).toSorted((a, b) => a - b)
    const last = log.#starts.at(-1)
    if (last !== undefined) log.#end = last + (await stat(log.#path(last))).size
    return log
  }

  /** Offset after the latest byte. */
  get end(): number {
    return this.#end
  }

  /** Forgets all output, because the machine starts anew. */
  async clear(): Promise<void> {
    await this.close()
    for (const start of this.#starts) await rm(this.#path(start), { force: true })
    this.#starts = []
    this.#end = 0
  }

  /** Appends output. One call at a time. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0;) {
      const start = this.#end - (this.#end % SERIAL_BUFFER)
      const part = rest.subarray(0, start + SERIAL_BUFFER - this.#end)
      if (this.#starts.at(-1) !== start || !this.#file) await this.#begin(start)
      const { bytesWritten } = await this.#file!.write(part)
      this.#end += bytesWritten
      rest = rest.subarray(bytesWritten)
    }
  }

  /** Returns the offset of the first kept byte at or after an offset. */
  keptFrom(offset: number): number {
    const later = this.#starts.findIndex((start) => start > offset)
    const start = this.#starts[later < 0 ? this.#starts.length - 1 : later - 1]
    if (start === undefined || offset < start + SERIAL_BUFFER) return offset
    return this.#starts[later] ?? this.#end
  }

  /**
   * Reads at most `length` bytes from an offset.
   * @throws DriverError `invalid` for one that is discarded.
   */
  async read(offset: number, length: number): Promise<Uint8Array> {
    if (this.keptFrom(offset) !== offset)
      throw new DriverError('invalid', `the output at byte ${offset} is no longer kept`)
    const parts: Buffer[] = []
    for (let at = offset; at < Math.min(this.#end, offset + length);) {
      const start = at - (at % SERIAL_BUFFER)
      if (!this.#starts.includes(start)) break
      const size = Math.min(start + SERIAL_BUFFER, this.#end, offset + length) - at
      const part = await this.#readFile(start, at - start, size)
      if (part.length === 0) break
      parts.push(part)
      at += part.length
    }
    return new Uint8Array(Buffer.concat(parts))
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }

  async #begin(start: number): Promise<void> {
    await this.close()
    this.#file = await open(this.#path(start), 'a', 0o600)
    if (this.#starts.at(-1) === start) return
    this.#starts.push(start)
    // The first file, and the last two.
    while (this.#starts.length > 3) await rm(this.#path(this.#starts.splice(1, 1)[0]!), { force: true })
  }

  async #readFile(start: number, position: number, size: number): Promise<Buffer> {
    const file = await open(this.#path(start), 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  #path(start: number): string {
    return join(this.#folder, String(start))
  }
}
