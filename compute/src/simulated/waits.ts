import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'

/** Delays that reject early when the driver is closed. */
export class Waits {
  readonly #clock: Clock
  readonly #abandon = new Set<() => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves after `ms` milliseconds, immediately for 0 or less. @throws DriverError `unreachable` if closed first. */
  async wait(ms: number): Promise<void> {
    if (ms <= 0) return
    await new Promise<void>((resolve, reject) => {
      const cancel = this.#clock.setTimer(ms, () => {
        this.#abandon.delete(abandon)
        resolve()
      })
      const abandon = () => {
        cancel()
        reject(new DriverError('unreachable', 'the driver was closed'))
      }
      this.#abandon.add(abandon)
    })
  }

  /**
   * Resolves when the clock shows a time, in milliseconds since 1970. A timer may be early by the clock: one that advances in steps, as
   * in some browsers, or more slowly after it was set back. A clock that shows an earlier time than before is not waited for.
   * @throws DriverError `unreachable` if closed first.
   */
  async until(time: number): Promise<void> {
    const left = () => time - this.#clock.now().getTime()
    for (let rest = left(), before = Infinity; rest > 0 && rest <= before; [before, rest] = [rest, left()])
      await this.wait(rest)
  }

  close(): void {
    for (const abandon of this.#abandon) abandon()
    this.#abandon.clear()
  }
}
