import { ReleaseRefused } from '@granary/control-plane/kit/release-files.ts'

/**
 * Returns the refusal for an error in a zip file's format. Errors of the system, aborts and refusals stay as they are.
 * @param name the entry with the error, if it is in one.
 */
export function unreadable(error: unknown, name?: string): Error {
  const { message, syscall, name: kind } = error as NodeJS.ErrnoException
  if (error instanceof ReleaseRefused || syscall !== undefined || kind === 'AbortError') return error as Error
  return new ReleaseRefused(
    name === undefined
      ? `The file is not a zip file that can be read: ${message}.`
      : `The entry ${name} of the zip file cannot be read: ${message}.`,
  )
}
