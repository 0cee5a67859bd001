import { isCallFailure } from './host.ts'
import type { Patience } from './retry.ts'

/** Whether one is signed in again is asked so often, in milliseconds. */
const LOOK = 2_000

/**
 * Waits until one is signed in again. All that wait at the same time share one small request, where each would send its piece
 * again only to be refused.
 * @param look asks for something that only those get who are signed in.
 * @returns what resolves when it is answered by anything but 401; rejects when the upload is called off.
 */
export function createSignInWait(
  look: () => Promise<unknown>,
  { signal, onTrouble, wait }: Omit<Patience, 'whenSignedIn'>,
): () => Promise<void> {
  const isOut = async () => {
    try {
      await look()
      return false
    } catch (error) {
      // Whatever else is wrong, the request itself finds out.
      return isCallFailure(error) && error.statusCode === 401
    }
  }
  const watch = async () => {
    onTrouble({ kind: 'session', text: 'You are not signed in any more.' })
    do await wait(LOOK, signal)
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
