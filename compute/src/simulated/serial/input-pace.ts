/** Characters that a guest handles in a millisecond: 20 times as fast as a line of 115,200 baud. */
const CHARACTERS_PER_MS = 256
/** Milliseconds of work that a guest may do ahead. */
const BURST_MS = 500

/**
 * Limits the work of one guest to a constant rate, so that no input, however much output it makes, takes the host's time from other
 * machines. Work is counted in characters of input and output.
 */
export class InputPace {
  #doneAt = -Infinity

  /** Returns the milliseconds until the guest may go on, 0 if it may now. */
  delay(now: number): number {
    return Math.max(0, Math.ceil(this.#doneAt - now - BURST_MS))
  }

  spend(characters: number, now: number): void {
    this.#doneAt = Math.max(this.#doneAt, now) + characters / CHARACTERS_PER_MS
  }
}
