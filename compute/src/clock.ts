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
    const due = Date.now() + ms
    // Node calls up to a millisecond before the moment, by the clock that everybody reads.
    const end = () => {
      const left = due - Date.now()
      if (left > 0 && left < 2) handle = setTimeout(end, left)
      else fn()
    }
    const wait = (left: number) => {
      const step = Math.min(left, LONGEST_TIMEOUT)
      handle = setTimeout(() => (left > step ? wait(left - step) : end()), Math.max(0, step))
    }
    wait(ms)
    return () => clearTimeout(handle)
  },
}

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  /** Goes on by `ms`, calling each timer at its moment and letting what it started come to rest before the next. */
  advance(ms: number): Promise<void>
}

/** Makes a clock for tests that stands at `start`. */
export function manualClock(start = new Date('2026-01-01T00:00:00Z')): ManualClock {
  let now = start.getTime()
  const timers = new Set<{ at: number; fn: () => void }>()

  const nextDue = (end: number) => {
    let first: { at: number; fn: () => void } | undefined
    for (const timer of timers) if (timer.at <= end && (!first || timer.at < first.at)) first = timer
    return first
  }

  return {
    now: () => new Date(now),
    setTimer(ms, fn) {
      const timer = { at: now + Math.max(0, ms), fn }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const end = now + ms
      await rest()
      for (let timer = nextDue(end); timer; timer = nextDue(end)) {
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.fn()
        await rest()
      }
      now = end
    },
  }
}

/** A message is delivered when every promise that can settle has: `setTimeout` would do, a hundred times as slowly. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
