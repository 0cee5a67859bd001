import { describeError } from '../kit/describe-error.ts'
import { inTransaction, systemContext } from '../kit/transaction.ts'
import type { Services } from '../kit/services.ts'
import type { TaskRow } from '../database/schema.ts'
import { claim, finish, freeAll, nextDue, postpone, renew, type TaskKind } from './queue.ts'

/** `again`: run once more after this many milliseconds. Nothing: the task is done. A throw means a retry later. */
export type Outcome = { again: number } | void
/** Reconciles the world with the rows of one key. Idempotent, because a crash may repeat it. */
export type TaskFunction = (services: Services, key: string) => Promise<Outcome>

/** How long a task stays leased to a dead worker. A live worker renews its leases, because tasks may take minutes. */
const LEASE = 20_000
const RENEWAL = LEASE / 4
const PARALLEL = 8
const LONGEST_SLEEP = 5_000
const backoff = (attempts: number): number => Math.min(60_000, 500 * 2 ** attempts)

/**
 * Runs due tasks, a few at a time, until it is stopped.
 * @returns a function that takes no new tasks and waits for the running ones.
 */
export function startWorker(
  services: Services,
  functions: Record<TaskKind, TaskFunction>,
): () => Promise<void> {
  const worker = crypto.randomUUID()
  const underWay = new Set<Promise<void>>()
  let stopped = false
  let wake = () => {}
  const stopListening = services.listen(() => wake())

  async function carryOut(task: TaskRow): Promise<void> {
    const context = systemContext(services, `task ${task.kind}`)
    try {
      const outcome = await functions[task.kind as TaskKind](services, task.key)
      await inTransaction(context, (inner) =>
        outcome ? postpone(inner, task, outcome.again, null) : finish(inner, task),
      )
    } catch (error) {
      services.log('warn', 'task failed', {
        task: task.kind,
        key: task.key,
        attempts: task.attempts,
        error: describeError(error),
      })
      await inTransaction(context, (inner) => postpone(inner, task, backoff(task.attempts), String(error)))
    }
  }

  let closed = false
  let cancelRenewal = () => {}
  const renewLater = () => {
    cancelRenewal = services.clock.setTimer(RENEWAL, () => {
      const context = systemContext(services, 'renew tasks')
      const done =
        underWay.size > 0 ? inTransaction(context, (inner) => renew(inner, worker, LEASE)) : Promise.resolve()
      void done
        .catch((error: unknown) =>
          services.log('warn', 'tasks could not be renewed', { error: describeError(error) }),
        )
        .then(() => closed || renewLater())
    })
  }
  renewLater()

  async function loop(): Promise<void> {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const context = systemContext(services, 'claim tasks')
      const free = PARALLEL - underWay.size
      const tasks = free > 0 ? await inTransaction(context, (inner) => claim(inner, worker, free, LEASE)) : []
      for (const task of tasks) {
        const work = carryOut(task)
          .catch((error: unknown) =>
            services.log('error', 'task could not be closed', { error: describeError(error) }),
          )
          .finally(() => {
            underWay.delete(work)
            wake()
          })
        underWay.add(work)
      }
      if (tasks.length > 0 && underWay.size < PARALLEL) continue
      // All slots are busy; a slot that becomes free wakes the loop.
      const due = underWay.size < PARALLEL ? await nextDue(context) : null
      const sleep = due
        ? Math.min(LONGEST_SLEEP, Math.max(5, due.getTime() - services.clock.now().getTime()))
        : LONGEST_SLEEP
      let cancel = () => {}
      const timer = new Promise<void>((resolve) => (cancel = services.clock.setTimer(sleep, resolve)))
      await Promise.race([woken, timer])
      cancel()
    }
  }

  /** Retries while the database does not answer, because a worker never abandons tasks. */
  async function keepGoing(): Promise<void> {
    // An embedded database has one server, so leases left from the last run belong to a dead worker.
    let freed = services.engine !== 'sqlite'
    while (!stopped) {
      try {
        if (!freed) await inTransaction(systemContext(services, 'free tasks'), freeAll)
        freed = true
        await loop()
      } catch (error) {
        services.log('error', 'tasks could not be read', { error: describeError(error) })
        await new Promise<void>((resolve) => services.clock.setTimer(LONGEST_SLEEP, resolve))
      }
    }
  }

  const running = keepGoing()
  return async () => {
    stopped = true
    stopListening()
    wake()
    await running
    await Promise.all(underWay)
    closed = true
    cancelRenewal()
  }
}
