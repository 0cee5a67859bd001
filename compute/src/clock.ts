import { hostTurn } from './host-turn.ts'

/** Time source of a driver, so that tests can stop time and a preview can speed it up. */
export interface Clock {
  now(): Date
  /** Calls `fn` once, at least `ms` milliseconds from now. The returned function cancels it. */
  setTimer(ms: number, fn: () => void): () => void
}

/** `setTimeout` fires immediately for longer delays. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** The clock of the host, in the browser and in Node. */
export const systemClock: Clock = {
  now: () => new Date(),
  setTimer(ms, fn) {
    let handle: ReturnType<typeof setTimeout>
    const due = Date.now() + ms
    // Node fires up to a millisecond early, as measured by `Date.now()`.
    const end = () => {
      const left = due - Date.now()
      if (left > 0 && left < 2) handle = setTimeout(end, left)
      else fn()
    }
    const wait = (left: number) => {
      const step = Math.min(left, MAX_TIMEOUT_MS)
      handle = setTimeout(() => (left > step ? wait(left - step) : end()), Math.max(0, step))
    }
    wait(ms)
    return () => clearTimeout(handle)
  },
}

/** A clock that only advances on request. */
export interface ManualClock extends Clock {
  /** Advances by `ms`, calling each timer on time and settling its effects before the next one. */
  advance(ms: number): Promise<void>
}

/** Returns a clock for tests, stopped at `start`. */
export function manualClock(start = new Date('2026-01-01T00:00:00Z')): ManualClock {
  let now = start.getTime()
  const timers = new Set<{ at: number; fn: () => void }>()

  const nextRunTime = (end: number) => {
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
      await hostTurn()
      for (let timer = nextRunTime(end); timer; timer = nextRunTime(end)) {
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.fn()
        await hostTurn()
      }
      now = end
    },
  }
}
