/** Unread output for one client of a serial port. */
export class OutputQueue implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = []
  #size = 0
  #ended = false
  #wake = () => {}

  /** Number of unread bytes. */
  get size(): number {
    return this.#size
  }

  push(bytes: Uint8Array): void {
    if (this.#ended || bytes.length === 0) return
    this.#chunks.push(bytes)
    this.#size += bytes.length
    this.#wake()
  }

  /** Marks the end of the output. */
  end(): void {
    this.#ended = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const chunk = this.#chunks.shift()
      if (chunk) {
        this.#size -= chunk.length
        yield chunk
      } else if (this.#ended) {
        return
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }
}
