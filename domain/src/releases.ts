import { compareVersions, majorOf } from './versions.ts'
import { GiB } from './sizes.ts'

/** Maximum size of an uploaded release; bytes. */
export const MAX_RELEASE_BYTES = 16 * GiB
/** Maximum number of artifacts of a release. */
export const MAX_RELEASE_ARTIFACTS = 1_024
/** Maximum size of a signed root document; bytes. */
export const MAX_ROOT_BYTES = 65_536
/** Maximum length of the name of a release's file; characters. */
const MAX_RELEASE_FILE_NAME = 255

/** Returns why a name can't be that of a release's file, or null. */
export function releaseFileNameProblem(name: string): string | null {
  if (name === '') return 'must not be empty'
  if (name.length > MAX_RELEASE_FILE_NAME) return `must be at most ${MAX_RELEASE_FILE_NAME} characters`
  return /[\p{Cc}/\\]/u.test(name) ? 'must be a file name without a folder' : null
}

/** What decides whether the target release may change. */
export type TargetChange = {
  /** The target so far; null if none was ever set. */
  current: string | null
  wanted: string
  /** Whether a component still has to be updated to the current target. */
  unfinished: boolean
  /** Whether the update is suspended until an admin finishes a recovery. */
  recovering: boolean
}

/** Returns why the target release can't be changed, or null. The first target is not checked. */
export function targetProblem({ current, wanted, unfinished, recovering }: TargetChange): string | null {
  if (current === null) return null
  const problem =
    current === wanted
      ? `it is ${current} already`
      : compareVersions(wanted, current) < 0
        ? `${wanted} is older than the current target, ${current}`
        : majorOf(wanted) > majorOf(current) + 1n
          ? `${wanted} is more than one major version ahead of the current target, ${current}`
          : unfinished
            ? `the update to ${current} has not finished`
            : recovering
              ? 'a recovery is pending, and has to be finished first'
              : null
  return problem && `Target release cannot be changed: ${problem}`
}
