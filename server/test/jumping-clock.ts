import type { Clock } from '@granary/compute/clock.ts'
import { onTestFinished } from 'vitest'

/** A clock that goes on as usual, and can be set forward. */
export type JumpingClock = Clock & {
  /** Sets the clock forward by some milliseconds. Timers that are due then run at once. */
  jump: (ms: number) => void
}

/** Time between two looks for timers that are due; milliseconds. */
const LOOK_MS = 5

/** Returns a clock that stops with the test. */
export function jumpingClock(): JumpingClock {
  let ahead = 0
  const now = () => Date.now() + ahead
  const timers = new Set<{ at: number; run: () => void }>()
  const look = setInterval(() => {
    for (const timer of timers)
      if (timer.at <= now()) {
        timers.delete(timer)
        timer.run()
      }
  }, LOOK_MS)
  onTestFinished(() => clearInterval(look))
  return {
    now: () => new Date(now()),
    setTimer(ms, run) {
      const timer = { at: now() + Math.max(0, ms), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    jump: (ms) => void (ahead += ms),
  }
}
