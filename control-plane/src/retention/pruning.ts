import { describeError } from '../kit/base/describe-error.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { PRUNE_BATCH, pruneBatch } from '../kit/sql/prune.ts'
import type { Services } from '../kit/context/services.ts'
import { closeOpenEntries } from './open-entries.ts'
import { expiredRows } from './expired.ts'

/** Time between two rounds; milliseconds. */
const INTERVAL_MS = 600_000

/**
 * Deletes everything that has expired, in small batches with other requests in between. Several servers may do so at
 * once.
 * @param isStopped ends it between two batches.
 */
export async function pruneExpired(services: Services, isStopped = () => false): Promise<void> {
  await closeOpenEntries(services)
  for (const expired of expiredRows(services)) {
    let deleted = PRUNE_BATCH
    while (deleted === PRUNE_BATCH && !isStopped()) {
      deleted = await pruneBatch(services, expired)
      await eventLoopTurn()
    }
  }
}

/** Deletes expired rows from time to time. @returns a function that stops it and waits for the running batch. */
export function startPruning(services: Services): () => Promise<void> {
  let stopped = false
  let cancel = () => {}
  let running = Promise.resolve()
  const later = () => {
    cancel = services.clock.setTimer(INTERVAL_MS, () => {
      running = pruneExpired(services, () => stopped)
        .catch((error: unknown) =>
          services.log('warn', 'expired rows could not be deleted', { error: describeError(error) }),
        )
        .then(() => {
          if (!stopped) later()
        })
    })
  }
  later()
  return async () => {
    stopped = true
    cancel()
    await running
  }
}
