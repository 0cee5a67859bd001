import type { Log } from '@granary/control-plane/kit/log/log.ts'
import pino from 'pino'
import type { LogFile } from './log-file.ts'

/**
 * Creates a log of JSON lines on standard error; standard output stays for people.
 * @param kept gets the same lines.
 */
export function createLog(level: string, kept?: Pick<LogFile, 'write'>): Log {
  const standardError = pino.destination({ dest: 2, sync: false })
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    kept
      ? pino.multistream([
          { stream: standardError, level: 'debug' },
          { stream: kept, level: 'debug' },
        ])
      : standardError,
  )
  return (at, message, fields = {}) => logger[at](fields, message)
}
