import { base64Bytes, base64Problem } from './base64.ts'
import type { Problem } from './problems.ts'
import { KiB, MAX_USER_DATA } from './sizes.ts'

/** Returns what is wrong with base64-encoded cloud-init user data, or null. The decoded limit is 32 KiB. */
export function userDataProblem(base64: string): Omit<Problem, 'path'> | null {
  const problem = base64Problem(base64)
  if (problem) return { code: 'invalid_format', message: `must be base64: ${problem}` }
  const tooLong = userDataSizeProblem(base64Bytes(base64))
  return tooLong === null ? null : { code: 'too_long', message: tooLong }
}

/** Returns what is wrong with the size of user data, in decoded bytes, or null. */
export const userDataSizeProblem = (bytes: number): string | null =>
  bytes > MAX_USER_DATA ? `must be at most ${MAX_USER_DATA / KiB} KiB, it has ${bytes} bytes` : null
