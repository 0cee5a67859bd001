import { describeError } from '../kit/describe-error.ts'
import type { Services } from '../kit/services.ts'
import { inLockedTransaction, systemContext } from '../kit/transaction.ts'
import { renew } from './queue.ts'

/**
 * Renews the leases of a worker's tasks four times as often as they expire.
 * @param holdsTasks whether the worker has any.
 * @returns a function that ends it.
 */
export function renewLeases(
  services: Services,
  worker: string,
  lease: number,
  holdsTasks: () => boolean,
): () => void {
  let hasEnded = false
  let cancel = () => {}
  const renewNow = async () => {
    try {
      const context = systemContext(services, 'renew tasks')
      if (holdsTasks()) await inLockedTransaction(context, (inner) => renew(inner, worker, lease))
    } catch (error) {
      services.log('warn', 'tasks could not be renewed', { error: describeError(error) })
    }
    if (!hasEnded) renewLater()
  }
  const renewLater = () => {
    cancel = services.clock.setTimer(lease / 4, () => void renewNow())
  }
  renewLater()
  return () => {
    hasEnded = true
    cancel()
  }
}
