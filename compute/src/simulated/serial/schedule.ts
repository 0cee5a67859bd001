import type { Boot } from '../timeline.ts'
import { bootLog, greeting, shutdownLog } from './boot-log.ts'
import type { LogLine } from './boot-log.ts'
import type { Guest } from './guest.ts'

/** A timed event of a serial line (milliseconds since 1970). */
export type SerialEvent = { at: number } & (
  | { kind: 'output'; text: string }
  | { kind: 'input'; bytes: Uint8Array }
  /** Input that has to wait for the reply to a packet, or until the guest has time. */
  | { kind: 'rest'; characters: readonly string[] }
  | { kind: 'prompt' }
)

/** Delay from power-on to the first line, in milliseconds. */
const FIRMWARE_DELAY = 300

export interface Pace {
  /** Speed factor over real time. */
  speed: number
  /** Milliseconds between two characters of the greeting. */
  greeting: number
}

/** Returns the events of a boot that begins at `at`: the log, the typed greeting, then the prompt. */
export function bootEvents(guest: Guest, at: number, readyAt: number, pace: Pace): SerialEvent[] {
  const log = paced(bootLog(guest), at + FIRMWARE_DELAY / pace.speed, pace)
  const ready = Math.max(readyAt, log.at(-1)?.at ?? at)
  const typed = Array.from(greeting(guest), (text, index) => ({
    kind: 'output' as const,
    at: ready + (index + 1) * pace.greeting,
    text,
  }))
  return [...log, ...typed, { kind: 'prompt', at: typed.at(-1)?.at ?? ready }]
}

/** Returns the events of a reboot: the shutdown, then the boot. */
export function rebootEvents(guest: Guest, boot: Boot, pace: Pace): SerialEvent[] {
  const down = paced(shutdownLog('reboot: Restarting system'), boot.resetAt, pace)
  return [...down, ...bootEvents(guest, down.at(-1)?.at ?? boot.resetAt, boot.readyAt, pace)]
}

/** Returns the events of a machine that stops at `at`. */
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
