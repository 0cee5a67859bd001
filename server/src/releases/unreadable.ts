import { ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'

/**
 * Returns the refusal for an error in a zip file's format. Errors of the system, aborts and refusals stay as they are.
 * @param name the entry with the error, if it is in one.
 */
export function unreadable(error: unknown, name?: string): Error {
  const { syscall, name: kind } = error as NodeJS.ErrnoException
  if (error instanceof ReleaseRefused || syscall !== undefined || kind === 'AbortError') return error as Error
  return new ReleaseRefused(
    name === undefined
      ? `The file is not a zip file that can be read: ${reasonOf(error)}.`
      : `The entry ${name} of the zip file cannot be read: ${reasonOf(error)}.`,
  )
}

/** Returns a library's message ("Expected length 3 but got 4.") as the end of a sentence without its period. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '')
}
