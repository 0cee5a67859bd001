import { DriverError } from '../../driver-error.ts'
import { SERIAL_BUFFER } from '../../serial.ts'
import type { SerialHistory, SerialRange } from '../../serial.ts'

/** The kept part of an output. */
export interface KeptOutput {
  head: Uint8Array
  /** The latest bytes after the head. */
  tail: Uint8Array
  /** Number of output bytes since the start. */
  total: number
}

/**
 * Output of a serial port: the first `limit` bytes and the latest `limit` bytes, addressed by their offset from the
 * start.
 */
export class Transcript {
  readonly #limit: number
  #head: Uint8Array
  /** The latest bytes after the head, with room to grow; `#tailLength` of them are valid. */
  #tail: Uint8Array
  #tailLength: number
  #total: number

  constructor(kept?: KeptOutput, limit = SERIAL_BUFFER) {
    this.#limit = limit
    this.#head = kept?.head ?? new Uint8Array()
    this.#tail = kept?.tail ?? new Uint8Array()
    this.#tailLength = this.#tail.length
    this.#total = kept?.total ?? 0
  }

  /** Number of output bytes since the start, including discarded ones. */
  get total(): number {
    return this.#total
  }

  append(bytes: Uint8Array): void {
    this.#total += bytes.length
    const room = this.#limit - this.#head.length
    if (room > 0) this.#head = concat(this.#head, bytes.subarray(0, room))
    if (bytes.length > room) this.#appendTail(bytes.subarray(room))
  }

  /**
   * Reads a range. An empty result means that there is no output after its beginning yet.
   * @throws DriverError `invalid` if the range begins after the end, or in the discarded part.
   */
  read(range: SerialRange): SerialHistory {
    const start = 'fromStart' in range ? range.fromStart : Math.max(0, this.#total - range.mostRecent)
    if (start > this.#total) {
      throw new DriverError('invalid', `offset ${start} is beyond the end, which is at ${this.#total}`)
    }
    const tailStart = this.#total - this.#tailLength
    if (start >= this.#head.length && start < tailStart) {
      throw new DriverError('invalid', `bytes ${this.#head.length} to ${tailStart} are no longer kept`)
    }
    const gapless = tailStart === this.#head.length
    const fromHead = this.#head.subarray(start, start + range.maxBytes)
    const left = start < this.#head.length && !gapless ? 0 : range.maxBytes - fromHead.length
    const from = Math.max(start, tailStart) - tailStart
    const fromTail = this.#tail.subarray(from, Math.min(this.#tailLength, from + left))
    const data = concat(fromHead, fromTail)
    return { data, firstByteOffset: start, lastByteOffset: start + data.length }
  }

  /** Returns the kept output from `mostRecent` bytes back, or from the oldest byte, skipping the gap. */
  readAll(mostRecent?: number): Uint8Array {
    const start = mostRecent === undefined ? 0 : Math.max(0, this.#total - mostRecent)
    const tailStart = this.#total - this.#tailLength
    const from = Math.max(0, start - tailStart)
    return concat(this.#head.subarray(start), this.#tail.subarray(from, this.#tailLength))
  }

  /** Length of the kept beginning. */
  get headLength(): number {
    return this.#head.length
  }

  /** Offset of the first byte of the kept end. */
  get tailStart(): number {
    return this.#total - this.#tailLength
  }

  /** Returns a copy of the kept bytes between two offsets, which are both in the beginning, or both not. */
  slice(from: number, to: number): Uint8Array {
    if (to <= this.#head.length) return this.#head.slice(from, to)
    const start = this.tailStart
    return this.#tail.slice(Math.max(0, from - start), Math.min(this.#tailLength, to - start))
  }

  #appendTail(bytes: Uint8Array): void {
    const kept = Math.min(this.#tailLength, Math.max(0, this.#limit - bytes.length))
    const added = bytes.subarray(Math.max(0, bytes.length - this.#limit))
    if (kept === this.#tailLength && kept + added.length <= this.#tail.length) {
      this.#tail.set(added, kept)
    } else {
      // Double the size, so that single characters don't copy the whole buffer each time.
      const grown = new Uint8Array((kept + added.length) * 2)
      grown.set(this.#tail.subarray(this.#tailLength - kept, this.#tailLength))
      grown.set(added, kept)
      this.#tail = grown
    }
    this.#tailLength = kept + added.length
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
