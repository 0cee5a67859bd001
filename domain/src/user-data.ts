import { KiB, MAX_USER_DATA } from './sizes.ts'

/** What is wrong with cloud-init user data in base64, or null. */
export function userDataProblem(base64: string): string | null {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const bytes = (base64.length / 4) * 3 - padding
  return bytes > MAX_USER_DATA ? `must be at most ${MAX_USER_DATA / KiB} KiB, it has ${bytes} bytes` : null
}
