import { DriverError } from '../../driver-error.ts'
import { SERIAL_BUFFER } from '../../serial.ts'
import type { SerialHistory, SerialRange } from '../../serial.ts'

/** A transcript as JSON; the bytes in base64. */
export interface StoredTranscript {
  head: string
  tail: string
  total: number
}

/** What a serial port put out: the first `limit` bytes and the latest `limit` bytes, each under its offset from the start. */
export class Transcript {
  readonly #limit: number
  #head: Uint8Array
  /** The latest bytes behind the head, with room to grow; `#tailLength` of them count. */
  #tail: Uint8Array
  #tailLength: number
  #total: number

  constructor(stored?: StoredTranscript, limit = SERIAL_BUFFER) {
    this.#limit = limit
    this.#head = stored ? fromBase64(stored.head) : new Uint8Array()
    this.#tail = stored ? fromBase64(stored.tail) : new Uint8Array()
    this.#tailLength = this.#tail.length
    this.#total = stored?.total ?? 0
  }

  /** Bytes put out since the start, also those that are gone. */
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
   * Reads a range; an empty answer means that there is nothing behind its beginning yet.
   * @throws DriverError `invalid` when the range begins behind the end, or in what is gone.
   */
  read(range: SerialRange): SerialHistory {
    const start = 'fromStart' in range ? range.fromStart : Math.max(0, this.#total - range.mostRecent)
    if (start > this.#total) {
      throw new DriverError('invalid', `offset ${start} is behind the end, which is at ${this.#total}`)
    }
    const tailStart = this.#total - this.#tailLength
    if (start >= this.#head.length && start < tailStart) {
      throw new DriverError('invalid', `bytes ${this.#head.length} to ${tailStart} are not kept any more`)
    }
    const gapless = tailStart === this.#head.length
    const fromHead = this.#head.subarray(start, start + range.maxBytes)
    const left = start < this.#head.length && !gapless ? 0 : range.maxBytes - fromHead.length
    const from = Math.max(start, tailStart) - tailStart
    const fromTail = this.#tail.subarray(from, Math.min(this.#tailLength, from + left))
    const data = concat(fromHead, fromTail)
    return { data, lastByteOffset: start + data.length }
  }

  /** Everything that is kept from an offset on, `mostRecent` bytes back or from the oldest; a gap is passed over. */
  readAll(mostRecent?: number): Uint8Array {
    const start = mostRecent === undefined ? 0 : Math.max(0, this.#total - mostRecent)
    const tailStart = this.#total - this.#tailLength
    const from = Math.max(0, start - tailStart)
    return concat(this.#head.subarray(start), this.#tail.subarray(from, this.#tailLength))
  }

  toJSON(): StoredTranscript {
    return {
      head: toBase64(this.#head),
      tail: toBase64(this.#tail.subarray(0, this.#tailLength)),
      total: this.#total,
    }
  }

  #appendTail(bytes: Uint8Array): void {
    const kept = Math.min(this.#tailLength, Math.max(0, this.#limit - bytes.length))
    const added = bytes.subarray(Math.max(0, bytes.length - this.#limit))
    if (kept === this.#tailLength && kept + added.length <= this.#tail.length) {
      this.#tail.set(added, kept)
    } else {
      // Twice the size, so that single characters do not copy everything each time.
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

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
