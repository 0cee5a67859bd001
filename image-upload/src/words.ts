import { isCallFailure } from './host.ts'
import type { TemporaryNames } from './temporary.ts'

/** Tells users what to do with leftovers of an upload. */
export const leftoverText = ({ disk, snapshot }: TemporaryNames): string =>
  `The temporary disk ${disk} or the temporary snapshot ${snapshot} could not be deleted. Delete them in the lists of disks and snapshots.`

/** Returns why an upload failed: the server's message, if it helps users. */
export function failureText(error: unknown): string {
  if (!isCallFailure(error)) return error instanceof Error ? error.message : String(error)
  return error.errorCode && error.errorCode !== 'Internal'
    ? error.message
    : 'Something went wrong. Please try again.'
}
