import type { Log } from '@granary/control-plane/kit/services.ts'
import pino from 'pino'

/**
 * One line of JSON for each thing that happens, to standard error, so that standard output stays for people.
 * @param onRequest is told the fields of each line about a request, whatever the level.
 */
export function createLog(level: string, onRequest: (fields: Record<string, unknown>) => void): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },

    pino.destination({ dest: 2, sync: false }),
  )
  return (at, message, fields = {}) => {
    if (message === 'request') onRequest(fields)
    logger[at](fields, message)
  }
}
