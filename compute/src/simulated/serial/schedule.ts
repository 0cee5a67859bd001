import type { Boot } from '../timeline.ts'
import { bootLog, greeting, shutdownLog } from './boot-log.ts'
import type { LogLine } from './boot-log.ts'
import type { Guest } from './guest.ts'

/** What happens on a serial line at a moment (milliseconds since 1970). */
export type SerialEvent = { at: number } & (
  | { kind: 'output'; text: string }
  | { kind: 'input'; bytes: Uint8Array }
  | { kind: 'login' }
)

/** From power-on to the first line. */
const FIRMWARE_DELAY = 300

export interface Pace {
  /** How many times as fast as real everything goes. */
  speed: number
  /** Milliseconds between two characters of the greeting. */
  greeting: number
}

/** Everything that a boot which begins at `at` puts out: the log, the greeting typed out, then the question for a name. */
export function bootEvents(guest: Guest, at: number, readyAt: number, pace: Pace): SerialEvent[] {
  const log = paced(bootLog(guest), at + FIRMWARE_DELAY / pace.speed, pace)
  const ready = Math.max(readyAt, log.at(-1)?.at ?? at)
  const typed = Array.from(greeting(guest), (text, index) => ({
    kind: 'output' as const,
    at: ready + (index + 1) * pace.greeting,
    text,
  }))
  return [...log, ...typed, { kind: 'login', at: typed.at(-1)?.at ?? ready }]
}

/** What a reboot puts out: the shutdown, then the boot. */
export function rebootEvents(guest: Guest, boot: Boot, pace: Pace): SerialEvent[] {
  const down = paced(shutdownLog('reboot: Restarting system'), boot.resetAt, pace)
  return [...down, ...bootEvents(guest, down.at(-1)?.at ?? boot.resetAt, boot.readyAt, pace)]
}

/** What a machine that stops at `at` puts out. */
export function stopEvents(at: number, pace: Pace): SerialEvent[] {
  return paced(shutdownLog('reboot: Power down'), at, pace)
}

function paced(lines: LogLine[], start: number, pace: Pace): SerialEvent[] {
  let at = start
  return lines.map(({ text, after }) => {
    at += after / pace.speed
    return { kind: 'output', at, text: `${text}\r\n` }
  })
}
