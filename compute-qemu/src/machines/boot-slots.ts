/** Lets a few machines boot side by side; the others wait in line. A guest that boots takes all of its processors. */
export class BootSlots {
  readonly #count: number
  #used = 0
  readonly #line: { go: () => void; moved: (ahead: number) => void }[] = []

  constructor(count: number) {
    this.#count = count
  }

  /**
   * Waits for a slot.
   * @param moved called with the number of machines that start first, whenever it changes.
   * @returns a function that gives the slot back.
   * @throws the reason of `signal`.
   */
  async take(moved: (ahead: number) => void, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#used < this.#count) this.#used += 1
    // The machine that gives its slot back hands it over.
    else await this.#wait(moved, signal)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const next = this.#line.shift()
      if (next) next.go()
      else this.#used -= 1
      this.#tell()
    }
  }

  #wait(moved: (ahead: number) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = { go: resolve, moved }
      this.#line.push(place)
      moved(this.#line.length)
      signal.addEventListener('abort', () => {
        const at = this.#line.indexOf(place)
        if (at < 0) return
        this.#line.splice(at, 1)
        this.#tell()
        reject(signal.reason as Error)
      })
    })
  }

  #tell(): void {
    for (const [index, { moved }] of this.#line.entries()) moved(index + 1)
  }
}
