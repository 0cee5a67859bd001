import type { Log } from '@granary/control-plane/kit/log.ts'
import pino from 'pino'

/** Creates a log of JSON lines on standard error; standard output stays for people. */
export function createLog(level: string): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },

    pino.destination({ dest: 2, sync: false }),
  )
  return (at, message, fields = {}) => logger[at](fields, message)
}
