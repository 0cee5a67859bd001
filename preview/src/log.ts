import type { Log } from '@granary/control-plane/kit/services.ts'

/** Failures are for whoever opens the browser's console; the browser itself shows every request. */
export const previewLog: Log = (level, message, fields) => {
  if (level === 'warn' || level === 'error') console[level](`control plane: ${message}`, fields)
}
