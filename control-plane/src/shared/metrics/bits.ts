/** Bits that one step can append without leaving 32-bit arithmetic: up to 7 are pending before it. */
const STEP = 24
const STEP_BASE = 2 ** STEP

/** Ones that announce a number in full instead of a Rice code. */
const ESCAPE = 16
/** Bits of the length of a number; numbers have up to 53 bits. */
const LENGTH_BITS = 6

/** Returns how many binary digits a number from 0 to 2^53 has. */
export const bitLength = (value: number): number => {
  if (value < 1) return 0
  const length = Math.floor(Math.log2(value)) + 1
  // The logarithm of a number just below a power of two is rounded up to it.
  return 2 ** (length - 1) > value ? length - 1 : length
}

/** Appends numbers of any width, the highest bit first. */
export class BitWriter {
  #bytes = new Uint8Array(256)
  #length = 0
  #pending = 0
  #count = 0

  /** Appends the lowest `bits` of a whole number from 0 to 2^53. */
  write(value: number, bits: number): void {
    if (bits > STEP) {
      this.write(Math.floor(value / STEP_BASE), bits - STEP)
      this.write(value % STEP_BASE, STEP)
      return
    }
    this.#pending = (this.#pending << bits) | value
    this.#count += bits
    if (this.#length + 4 > this.#bytes.length) this.#grow()
    while (this.#count >= 8) {
      this.#count -= 8
      this.#bytes[this.#length++] = this.#pending >>> this.#count
    }
    this.#pending &= (1 << this.#count) - 1
  }

  /** Appends a number with its length. */
  writeNumber(value: number): void {
    const length = bitLength(value)
    this.write(length, LENGTH_BITS)
    this.write(value, length)
  }

  /** Appends a number that is rarely much larger than 2^k (a Rice code). */
  writeRice(value: number, k: number): void {
    const quotient = Math.floor(value / 2 ** k)
    if (quotient < ESCAPE) {
      this.write((1 << (quotient + 1)) - 2, quotient + 1)
      this.write(value % 2 ** k, k)
    } else {
      this.write((1 << ESCAPE) - 1, ESCAPE)
      this.writeNumber(value)
    }
  }

  /** Fills the last byte with zeros. @returns all bytes. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#count > 0) this.write(0, 8 - this.#count)
    return this.#bytes.slice(0, this.#length)
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2)
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}

/** Reads what a `BitWriter` wrote. Past the end there are zeros. */
export class BitReader {
  readonly #bytes: Uint8Array
  #at: number
  #pending = 0
  #count = 0

  /** @param at the byte to begin with. */
  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  read(bits: number): number {
    if (bits > STEP) {
      const high = this.read(bits - STEP)
      return high * STEP_BASE + this.read(STEP)
    }
    while (this.#count < bits) {
      this.#pending = (this.#pending << 8) | (this.#bytes[this.#at++] ?? 0)
      this.#count += 8
    }
    this.#count -= bits
    const value = this.#pending >>> this.#count
    this.#pending &= (1 << this.#count) - 1
    return value
  }

  readNumber(): number {
    return this.read(this.read(LENGTH_BITS))
  }

  readRice(k: number): number {
    let quotient = 0
    while (quotient < ESCAPE && this.read(1) === 1) quotient++
    return quotient < ESCAPE ? quotient * 2 ** k + this.read(k) : this.readNumber()
  }
}
