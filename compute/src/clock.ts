/** Where a driver gets its time from, so that a test can hold it still and a preview can run it fast. */
export interface Clock {
  now(): Date
  /** Calls `fn` once, `ms` milliseconds from now at the earliest. The returned function cancels it. */
  setTimer(ms: number, fn: () => void): () => void
}

/** `setTimeout` fires at once when it is given more than this. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

/** The clock of the host, in the browser and in Node. */
export const systemClock: Clock = {
  now: () => new Date(),
  setTimer(ms, fn) {
    let handle: ReturnType<typeof setTimeout>
    const wait = (left: number) => {
      const step = Math.min(left, LONGEST_TIMEOUT)
      handle = setTimeout(() => (left > step ? wait(left - step) : fn()), Math.max(0, step))
    }
    wait(ms)
    return () => clearTimeout(handle)
  },
}
