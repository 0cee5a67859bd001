import { DriverError } from '../driver-error.ts'

/** Commands that faults can affect. */
export type Command =
  | 'inventory'
  | 'equipment'
  | 'routing'
  | 'ensureRouters'
  | 'adoptDisk'
  | 'prepareSled'
  | 'addSled'
  | 'components'
  | 'updateComponent'
  | 'bfdStates'
  | 'ensureDefined'
  | 'ensureRunning'
  | 'ensureStopped'
  | 'reboot'
  | 'destroy'
  | 'list'
  | 'view'
  | 'createDisk'
  | 'deleteDisk'
  | 'attachDisk'
  | 'detachDisk'
  | 'snapshotDisk'
  | 'deleteSnapshot'
  | 'createImage'
  | 'deleteImage'
  | 'writeBlocks'
  | 'readBlocks'
  | 'syncDisk'
  | 'counters'
  | 'allCounters'
  | 'ensureNetwork'
  | 'deleteNetwork'
  | 'networks'

/** Faults of one command. */
export interface Fault {
  /** Delay before the command, in milliseconds. */
  delay?: number
  /** Thrown instead of running the command. */
  refuse?: DriverError
  /** Runs the command but loses the answer: throws `unreachable`. */
  loseAnswer?: boolean
}

/** Called before each command with the id of its target ('' for none); undefined injects no fault. */
export type Faults = (command: Command, id: string) => Fault | undefined

/**
 * Injects random faults at the given `rates` (each from 0 to 1): `unreachable` before or after the command ran, or a
 * delay of up to `latest` milliseconds. `random` returns numbers in [0, 1).
 */
export function randomFaults(
  random: () => number,
  rates: { refuse: number; loseAnswer: number; latest: number },
): Faults {
  return (command) => {
    const delay = random() * rates.latest
    if (random() < rates.refuse) {
      return { delay, refuse: new DriverError('unreachable', `no answer to ${command}`) }
    }
    return { delay, loseAnswer: random() < rates.loseAnswer }
  }
}
