import { describeError } from '@granary/control-plane/kit/describe-error.ts'
import { createLog } from './log.ts'

/**
 * Logs errors that nothing caught, with their stacks, instead of ending the process without a word.
 *
 * After an unhandled rejection the server goes on: nobody waited for that work, everything that counts is in the database,
 * and a transaction is whole or not there. After an uncaught exception it ends with exit code 1, because a callback of
 * Node or a library stopped halfway; a supervisor starts it again, and nothing that was acknowledged is lost.
 */
export function logUnexpected(): void {
  const log = createLog('error')
  process.on('unhandledRejection', (reason) => {
    log('error', 'unhandled rejection', { error: describeError(reason) })
  })
  process.on('uncaughtException', (error) => {
    log('error', 'uncaught exception', { error: describeError(error) })
    process.exit(1)
  })
}
