import { base64Bytes, base64Problem } from './base64.ts'
import type { Problem } from './problems.ts'
import { KiB, MAX_USER_DATA } from './sizes.ts'

/** Returns what is wrong with cloud-init user data in base64, or null. It may have 32 KiB when it is decoded. */
export function userDataProblem(base64: string): Omit<Problem, 'path'> | null {
  const problem = base64Problem(base64)
  if (problem) return { code: 'invalid_format', message: `must be base64: ${problem}` }
  const tooLong = userDataSizeProblem(base64Bytes(base64))
  return tooLong === null ? null : { code: 'too_long', message: tooLong }
}

/** What is wrong with the size of user data, in bytes and not encoded, or null. */
export const userDataSizeProblem = (bytes: number): string | null =>
  bytes > MAX_USER_DATA ? `must be at most ${MAX_USER_DATA / KiB} KiB, it has ${bytes} bytes` : null
