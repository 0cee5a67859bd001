import type { Log } from '@granary/control-plane/kit/log/log.ts'

/** Logs failures to the browser's console, which shows every request anyway. */
export const previewLog: Log = (level, message, fields) => {
  if (level === 'warn' || level === 'error') console[level](`control plane: ${message}`, fields)
}
