import { OAuthError } from '../device-auth/oauth.ts'
import { type FinishedRequest, isFailure, isRefusal } from '../kit/finished-request.ts'
import type { SecurityEntry } from '../kit/security-entry.ts'

/** What a success means to the security log. */
export type Meaning = 'sign_in' | 'change' | 'read'

/** Returns what a request is to the security log; null for no matter of security, such as a read that succeeded. */
export function eventOf(
  meaning: Meaning,
  { trail, status, refusal }: Pick<FinishedRequest, 'trail' | 'status' | 'refusal'>,
): SecurityEntry['event'] | null {
  // A device asks every few seconds until a user has confirmed its code.
  if (refusal instanceof OAuthError && refusal.oauth === 'authorization_pending') return null
  if (meaning === 'sign_in' || trail.begun) return 'sign_in'
  if (refusal && isRefusal(refusal)) return 'refusal'
  return meaning === 'change' || isFailure(status) ? 'change' : null
}
