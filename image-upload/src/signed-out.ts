import { isCallFailure } from './host.ts'
import type { RetryOptions } from './retry.ts'

/** Polling interval, in milliseconds. */
const POLL_INTERVAL = 2_000

/**
 * Waits until the user has signed in again. Concurrent waiters share one small request; otherwise each would resend its
 * chunk, only to be refused.
 * @param look a request that needs a session.
 * @returns resolves on any answer but 401; rejects when the upload is cancelled.
 */
export function createSignInWait(
  look: () => Promise<unknown>,
  { signal, onTrouble, wait }: Omit<RetryOptions, 'whenSignedIn'>,
): () => Promise<void> {
  const isOut = async () => {
    try {
      await look()
      return false
    } catch (error) {
      // Any other problem is the retried request's to report.
      return isCallFailure(error) && error.statusCode === 401
    }
  }
  const watch = async () => {
    onTrouble({ kind: 'session', text: 'You are not signed in any more.' })
    do await wait(POLL_INTERVAL, signal)
    while (await isOut())
    onTrouble(null)
  }
  let waiting: Promise<void> | null = null
  return () => {
    waiting ??= watch().finally(() => {
      waiting = null
    })
    return waiting
  }
}
