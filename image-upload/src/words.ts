import { isCallFailure } from './host.ts'
import type { TemporaryNames } from './temporary.ts'

/** What people are to do with what could not be taken away. */
export const leftWords = ({ disk, snapshot }: TemporaryNames): string =>
  `The temporary disk ${disk} or the temporary snapshot ${snapshot} could not be deleted. Delete what is left of them in the lists.`

/** Why an upload has failed: what the server said, if it said anything that helps. */
export function wordsFor(error: unknown): string {
  if (!isCallFailure(error)) return error instanceof Error ? error.message : String(error)
  return error.errorCode && error.errorCode !== 'Internal'
    ? error.message
    : 'Something went wrong. Please try again.'
}
