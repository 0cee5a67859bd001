import { DriverError } from '@granary/compute/driver-error.ts'

export type Gate = ReturnType<typeof createGate>

/** Creates what all commands pass: the check that the driver is open, and the conversion of errors. */
export function createGate() {
  let isClosed = false
  let isLost = false
  const checkOpen = () => {
    if (isClosed) throw new DriverError('unreachable', 'the driver is closed')
    if (isLost) throw new DriverError('unreachable', 'another server has taken over the machines')
  }
  /** Runs a command of an open driver, and makes every failure a `DriverError`. */
  const command = async <T>(work: () => T | Promise<T>): Promise<T> => {
    checkOpen()
    try {
      return await work()
    } catch (error) {
      if (error instanceof DriverError) throw error
      throw new DriverError('internal', (error as Error).message, { cause: error })
    }
  }
  /** @returns whether the driver was open. */
  const close = (): boolean => {
    const wasOpen = !isClosed
    isClosed = true
    return wasOpen
  }
  /** Refuses every later command, because another server has taken over. */
  const lose = (): void => {
    isLost = true
  }
  return { command, close, lose }
}
