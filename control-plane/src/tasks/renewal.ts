import { describeError } from '../kit/base/describe-error.ts'
import type { Services } from '../kit/context/services.ts'
import { inLockedTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Leases } from './leases.ts'
import { renew } from './queue.ts'

/** What a worker tells about its tasks. */
export type LeasedTasks = {
  /** Returns the IDs of those that it runs. */
  running: () => readonly string[]
  /** Called each time before their leases are renewed. */
  beforeRenewal: () => void
  leases: Leases
}

/**
 * Renews the leases of a worker's tasks four times as often as they expire. Only of running ones: a lease that nothing ends, because
 * an answer of the database was lost, must expire.
 * @returns a function that ends it.
 */
export function renewLeases(
  services: Services,
  worker: string,
  lease: number,
  { running, beforeRenewal, leases }: LeasedTasks,
): () => void {
  let hasEnded = false
  let cancel = () => {}
  const renewNow = async () => {
    beforeRenewal()
    const ids = running()
    if (ids.length === 0) return
    const context = systemContext(services, 'renew tasks')
    try {
      await leases.take(
        () => inLockedTransaction(context, (inner) => renew(inner, worker, lease, ids)),
        (renewed) => renewed,
      )
    } catch (error) {
      services.log('warn', 'tasks could not be renewed', { error: describeError(error) })
    }
  }
  const renewLater = () => {
    cancel = services.clock.setTimer(lease / 4, () => {
      void renewNow().then(() => {
        if (!hasEnded) renewLater()
      })
    })
  }
  renewLater()
  return () => {
    hasEnded = true
    cancel()
  }
}
