import { describeError } from '../kit/describe-error.ts'
import { eventLoopTurn } from '../kit/event-loop-turn.ts'
import { inLockedTransaction, inStatements, systemContext } from '../kit/transaction.ts'
import type { Services } from '../kit/services.ts'
import type { TaskRow } from '../database/schema.ts'
import { HeldTasks } from './held-tasks.ts'
import { claim, finish, releaseAllLeases, nextRunTime, postpone, renew, type TaskKind } from './queue.ts'
import { makeSlots, releasingFiles, releasingSlots } from './slots.ts'

/** `again`: run once more after this many milliseconds. Nothing: the task is done. A throw means a retry later. */
export type Outcome = { again: number } | void
/** Reconciles the world with the rows of one key. Idempotent, because a crash may repeat it. */
export type TaskFunction = (services: Services, key: string) => Promise<Outcome>

/** How long a task stays leased to a dead worker. A live worker renews its leases, because tasks may take minutes. */
const LEASE = 20_000
const RENEWAL = LEASE / 4
/** Tasks that run at once. Tasks that wait for the driver don't count. */
const PARALLEL = 8
/** Tasks that a worker holds at most, running or waiting for the driver. */
const MAX_HELD = 4_096
const MAX_SLEEP_MS = 5_000
/** Failures that are no warning, because a retry settles them: a disk is deleted before its machine is gone. */
const PASSING_FAILURES = 2
const backoff = (attempts: number): number => Math.min(60_000, 500 * 2 ** attempts)

/**
 * Runs due tasks, a few at a time, until it is stopped. Silos and their users take turns, and a task that waits for the driver makes room
 * for others.
 * @returns a function that takes no new tasks and waits for the running ones.
 */
export function startWorker(
  services: Services,
  functions: Record<TaskKind, TaskFunction>,
  maxHeld = MAX_HELD,
): () => Promise<void> {
  const worker = crypto.randomUUID()
  const underWay = new Set<Promise<void>>()
  const held = new HeldTasks(maxHeld)
  let stopped = false
  let wake = () => {}
  /** Whether there may be due tasks that the last claim had to leave. */
  let isBusy = false
  const slots = makeSlots(PARALLEL, () => isBusy && wake())
  const given: Services = { ...services, compute: releasingSlots(services.compute, slots) }
  if (services.imageFiles) given.imageFiles = releasingFiles(services.imageFiles, slots)
  let lastSilo = ''
  /** The user of each silo who had its last turn. */
  const lastUsers = new Map<string, string>()
  const userAfter = (silo: string) => lastUsers.get(silo) ?? ''
  const stopListening = services.listen(() => wake())

  async function carryOut(task: TaskRow): Promise<void> {
    const context = systemContext(services, `task ${task.kind}`)
    try {
      const outcome = await functions[task.kind as TaskKind](given, task.key)
      const over = await inStatements(context, async (inner) =>
        outcome ? postpone(inner, task, outcome.again, null) : finish(inner, task),
      )
      if (!over) wake()
    } catch (error) {
      services.log(task.attempts < PASSING_FAILURES ? 'info' : 'warn', 'task failed', {
        task: task.kind,
        key: task.key,
        attempts: task.attempts,
        error: describeError(error),
      })
      await inStatements(context, (inner) => postpone(inner, task, backoff(task.attempts), String(error)))
      wake()
    }
  }

  function begin(task: TaskRow): void {
    held.add(task.silo_id)
    const work = carryOut(task)
      .catch((error: unknown) =>
        services.log('error', 'task could not be closed', { error: describeError(error) }),
      )
      .finally(() => {
        underWay.delete(work)
        held.remove(task.silo_id)
        slots.release()
      })
    underWay.add(work)
  }

  /** Leases as many due tasks as there are free slots, and begins them. @returns how many. */
  async function takeTasks(): Promise<number> {
    const free = slots.take(PARALLEL)
    let tasks: TaskRow[] = []
    let isLimited = free === 0
    const allowance = (silo: string) => {
      const allowed = held.allowance(silo)
      if (allowed < PARALLEL) isLimited = true
      return allowed
    }
    try {
      if (free > 0)
        tasks = await inLockedTransaction(systemContext(services, 'claim tasks'), async (inner) => {
          const claimed = await claim(inner, worker, free, LEASE, { after: lastSilo, allowance, userAfter })
          if (!stopped) return claimed
          for (const task of claimed) await postpone(inner, task, 0, null)
          return []
        })
    } finally {
      // Unused slots come back first: they are no reason for another claim.
      isBusy = false
      slots.release(free - tasks.length)
      isBusy = isLimited || tasks.length > 0
    }
    for (const task of tasks) {
      lastUsers.set(task.silo_id, task.user_id)
      begin(task)
    }
    lastSilo = tasks.at(-1)?.silo_id ?? lastSilo
    return tasks.length
  }

  let closed = false
  let cancelRenewal = () => {}
  const renewLater = () => {
    cancelRenewal = services.clock.setTimer(RENEWAL, () => {
      const context = systemContext(services, 'renew tasks')
      const done =
        underWay.size > 0
          ? inLockedTransaction(context, (inner) => renew(inner, worker, LEASE))
          : Promise.resolve()
      void done
        .catch((error: unknown) =>
          services.log('warn', 'tasks could not be renewed', { error: describeError(error) }),
        )
        .then(() => closed || renewLater())
    })
  }
  renewLater()

  const sleep = (ms: number, woken: Promise<void>): Promise<void> => {
    let cancel = () => {}
    const timer = new Promise<void>((resolve) => (cancel = services.clock.setTimer(ms, resolve)))
    return Promise.race([woken, timer]).finally(cancel)
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      if ((await takeTasks()) > 0) {
        // Statements of an embedded database don't wait for anything, so requests would wait for all due tasks.
        await eventLoopTurn()
        continue
      }
      const due = isBusy ? null : await nextRunTime(systemContext(services, 'next task'))
      const left = due ? due.getTime() - services.clock.now().getTime() : MAX_SLEEP_MS
      await sleep(Math.min(MAX_SLEEP_MS, Math.max(5, left)), woken)
    }
  }

  /** Retries while the database does not answer, because a worker never abandons tasks. */
  async function keepGoing(): Promise<void> {
    // An embedded database has one server, so leases left from the last run belong to a dead worker.
    let freed = services.engine !== 'sqlite'
    while (!stopped) {
      try {
        if (!freed) await inLockedTransaction(systemContext(services, 'free tasks'), releaseAllLeases)
        freed = true
        await loop()
      } catch (error) {
        services.log('error', 'tasks could not be read', { error: describeError(error) })
        await new Promise<void>((resolve) => services.clock.setTimer(MAX_SLEEP_MS, resolve))
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
