import { DriverError } from '../driver-error.ts'

/** The commands that can be disturbed. */
export type Command =
  | 'inventory'
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

/** What goes wrong with one command. */
export interface Fault {
  /** Milliseconds that it waits before anything happens. */
  delay?: number
  /** Thrown instead of doing anything. */
  refuse?: DriverError
  /** Done, but the answer is lost: thrown as `unreachable`. */
  loseAnswer?: boolean
}

/** Asked before each command, with the id of what it is about ('' for none); undefined lets it pass unharmed. */
export type Faults = (command: Command, id: string) => Fault | undefined

/**
 * Disturbs commands at random, as often as `rates` (each from 0 to 1) say: refused as unreachable before or after they
 * were done, or late by up to `latest` milliseconds. `random` gives numbers from 0 up to 1.
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
