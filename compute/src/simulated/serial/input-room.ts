/** Bytes of input that may wait for the guest before writers have to wait. */
const MAX_WAITING_BYTES = 262_144

/** Counts the input that the guest has not handled, and makes writers wait while it is too much. */
export class InputRoom {
  #bytes = 0
  #writers: (() => void)[] = []

  /** Adds input. @returns a promise that resolves when the writer may go on; undefined if it may at once. */
  add(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes
    if (this.#bytes <= MAX_WAITING_BYTES) return undefined
    return new Promise((resolve) => this.#writers.push(resolve))
  }

  remove(bytes: number): void {
    this.#bytes -= bytes
    if (this.#bytes <= MAX_WAITING_BYTES) this.#release()
  }

  /** Forgets all input, as when the machine stops. */
  clear(): void {
    this.#bytes = 0
    this.#release()
  }

  #release(): void {
    const writers = this.#writers
    this.#writers = []
    for (const resolve of writers) resolve()
  }
}
