import { type Clock, systemClock } from '@granary/compute/clock.ts'
import type { Log } from '@granary/control-plane/kit/log/log.ts'

/** Milliseconds since a fixed moment: of the calendar, and of a clock that nobody can set. */
export type Readings = { wall: () => number; elapsed: () => number }

const HOST: Readings = { wall: () => Date.now(), elapsed: () => performance.now() }
/** Milliseconds. A time server moves the clock by less. */
const WORTH_A_WARNING = 1_000

export type SteadyClock = Clock & {
  /** Shows another time from now on, such as that of a database. Call it before a time is stored. */
  follow: (wall: () => number) => void
}

/**
 * The clock of the host, except that it never goes back: leases, due times and expiries are stored as times, and would lie in
 * the future by as much as the clock was set back. After that, time passes at half the pace until the host has caught up.
 */
export function steadyClock(log: Log, { wall: host, elapsed }: Readings = HOST): SteadyClock {
  let wall = host
  let [shown, at] = [wall(), elapsed()]
  let isBehind = false
  const read = (): number => {
    const [real, since] = [wall(), elapsed()]
    const least = shown + (since - at) / 2
    const behind = least - real
    if (behind > WORTH_A_WARNING && !isBehind)
      log('warn', 'the clock was set back; time passes more slowly until it has caught up', {
        seconds: Math.round(behind / 1_000),
      })
    isBehind = behind > 0 && (isBehind || behind > WORTH_A_WARNING)
    shown = Math.max(real, least)
    at = since
    return shown
  }
  const follow = (other: () => number) => {
    const ahead = host() - other()
    if (Math.abs(ahead) > WORTH_A_WARNING)
      log('warn', 'the clock of the host differs from that of the database, which counts', {
        seconds: Math.round(ahead / 1_000),
      })
    wall = other
    ;[shown, at] = [wall(), elapsed()]
  }
  return { ...systemClock, now: () => new Date(read()), follow }
}
