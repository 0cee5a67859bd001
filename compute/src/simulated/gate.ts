import { DriverError } from '../driver-error.ts'
import type { Command, Faults } from './faults.ts'
import type { Parts } from './parts.ts'
import { Waits } from './waits.ts'

export type Gate = ReturnType<typeof createGate>

/** Creates what all commands pass: the check that the driver is open, the injected faults, and the order of commands. */
export function createGate({ clock, locks, onRack }: Parts, faults: Faults | undefined) {
  const waits = new Waits(clock)
  let closed = false

  const checkOpen = () => {
    if (closed) throw new DriverError('unreachable', 'the driver is closed')
  }

  /** Runs one command with its injected faults. `id` orders commands about the same object. */
  const disturbed = async <T>(command: Command, id: string, work: () => Promise<T>): Promise<T> => {
    checkOpen()
    const fault = faults?.(command, id)
    if (fault?.delay) await waits.wait(fault.delay)
    checkOpen()
    if (fault?.refuse) throw fault.refuse
    const answer = await work().catch(rethrow)
    if (fault?.loseAnswer) throw new DriverError('unreachable', `the answer to ${command} was lost`)
    return answer
  }
  const command = <T>(name: Command, id: string, work: () => Promise<T>): Promise<T> =>
    locks.run(`command/${id}`, () => disturbed(name, id, () => onRack(id, work)))

  /** Refuses further commands. @returns whether the driver was open. */
  const close = (): boolean => {
    if (closed) return false
    closed = true
    waits.close()
    return true
  }
  return { checkOpen, disturbed, command, close, until: (time: number) => waits.until(time) }
}

/** Converts a store's errors to the one kind that callers handle. */
function rethrow(error: unknown): never {
  if (error instanceof DriverError) throw error
  throw new DriverError('internal', `the store failed: ${String(error)}`, { cause: error })
}
