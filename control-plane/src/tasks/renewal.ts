import { describeError } from '../kit/describe-error.ts'
import type { Services } from '../kit/services.ts'
import { inLockedTransaction, systemContext } from '../kit/transaction.ts'
import { release, renew } from './queue.ts'

/** The tasks of a worker, by ID. */
export type LeasedTasks = {
  /** Those that it runs. */
  running: () => readonly string[]
  /** Those that it could not close, because the database did not answer. They are given back as soon as it does. */
  abandoned: Set<string>
  /** Called when tasks were given back. */
  onRelease: () => void
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
  { running, abandoned, onRelease }: LeasedTasks,
): () => void {
  let hasEnded = false
  let cancel = () => {}
  const renewNow = async () => {
    const kept = running()
    // One whose lease expired may run here again.
    const given = [...abandoned].filter((id) => !kept.includes(id))
    if (kept.length === 0 && given.length === 0) return
    // Each is given back once, because it may run here again as soon as that is committed.
    abandoned.clear()
    try {
      await inLockedTransaction(systemContext(services, 'renew tasks'), async (inner) => {
        await release(inner, worker, given)
        await renew(inner, worker, lease, kept)
      })
      if (given.length > 0) onRelease()
    } catch (error) {
      for (const id of given) abandoned.add(id)
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
