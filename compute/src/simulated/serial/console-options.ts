import type { Clock } from '../../clock.ts'
import type { Networks } from '../networks.ts'
import type { Pace } from './schedule.ts'
import type { TerminalState } from './terminal.ts'

/** The extent of the stored output, whose bytes are in blocks of their own. */
export interface StoredOutput {
  /** Number of output bytes since the start. */
  total: number
  /** Length of the kept beginning. */
  headLength: number
  /** Offset of the first byte of the kept end. */
  tailStart: number
}

/** The output as an earlier version stored it: the kept bytes in base64. */
interface StoredWhole {
  head: string
  tail: string
  total: number
}

/** Record of a console with input. A console without input can be derived from the machine alone. */
export interface ConsoleRecord {
  startedAt: number
  resetAt: number
  /** The transcript contains all events up to this time. */
  at: number
  terminal: TerminalState
  transcript: StoredOutput | StoredWhole
}

export interface ConsoleOptions {
  clock: Clock
  pace: Pace
  /** Milliseconds from a key to its effect. */
  echoDelay: number
  networks: Pick<Networks, 'probe'>
  /** Called when the console has content that can't be derived from the machine alone. */
  onTyped: () => void
  /** Called when the last client has disconnected. */
  onIdle: () => void
}
