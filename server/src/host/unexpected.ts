import { describeError } from '@granary/control-plane/kit/base/describe-error.ts'
import { createLog } from './log.ts'
import type { LogFile } from './log-file.ts'

/**
 * Logs uncaught errors with their stacks before the process ends.
 * After an unhandled rejection the server keeps running: nothing awaited that work, all state is in the database, and
 * transactions are atomic. After an uncaught exception it ends with exit code 1, because a callback of Node or a
 * library stopped halfway. A supervisor restarts it, and no acknowledged write is lost.
 */
export function logUnexpected(kept?: LogFile): void {
  const log = createLog('error', kept)
  process.on('unhandledRejection', (reason) => {
    log('error', 'unhandled rejection', { error: describeError(reason) })
  })
  process.on('uncaughtException', (error) => {
    log('error', 'uncaught exception', { error: describeError(error) })
    kept?.flush()
    process.exit(1)
  })
}
