import { ConflictQueues } from './conflict-queues.ts'
import { Semaphore } from './semaphore.ts'
import { inOneSession, type Origin, type Session, type Sessions, within } from './session.ts'
import { SharedLock } from './shared-lock.ts'
import {
  isForeignKeyViolation,
  isLockTimeout,
  isStalePlan,
  isUniqueViolation,
  sqlState,
} from './violations.ts'

const MAX_ATTEMPTS = 15
/** Still failing after this many attempts means a real violation, not a lost race. */
const MAX_VIOLATION_ATTEMPTS = 6
/** A second attempt has new plans. A third one is for a migration that changes several tables. */
const MAX_STALE_PLAN_ATTEMPTS = 3
const SERIALIZATION_FAILURE = '40001'
/** What decides about a transaction changed while it ran, where PostgreSQL doesn't see it. The transaction begins again. */
export class OutdatedError extends Error {
  readonly code = SERIALIZATION_FAILURE
}

/** It takes PostgreSQL a second to notice one. */
const DEADLOCK = '40P01'
/** Conflicts after which a transaction still runs beside others. */
const MAX_SHARED_CONFLICTS = 2
/** As many waits for a lock as a transaction of a server that hangs can outlast, and one more. */
const MAX_LOCK_ATTEMPTS = 4
/** Which other transactions run at the same time as one. */
type Others = 'any' | 'other servers' | 'none'

/**
 * Transactions of a server that write at once on PostgreSQL. They may wait for locks, and for one that runs alone; the other
 * connections are for reads, which never do.
 */
const MAX_WRITING = 20

/** Time after which work that waits for its turn is refused, as work that waits for a connection is; milliseconds. */
export const MAX_CONNECTION_WAIT_MS = 10_000

/** Why a transaction is repeated. */
export type RetryReason = 'conflict' | 'deadlock' | 'lock' | 'plan' | 'constraint'

/** Transactions and snapshots of PostgreSQL, and how many of this server wait for their turn at its connections. */
export type Retrying = Pick<Sessions, 'transaction' | 'snapshot'> & { waiting: () => number }

/**
 * Lets PostgreSQL repeat a transaction after a conflict with another one, and a transaction or a snapshot with a stale plan.
 * @param open waits for a connection.
 * @param retried receives the reason of each repetition.
 */
export function retrying(
  open: () => Promise<Session>,
  retried: (reason: RetryReason) => void = () => {},
): Retrying {
  const queues: Queues = {
    writing: new Semaphore(MAX_WRITING, MAX_CONNECTION_WAIT_MS),
    lock: new SharedLock(),
    conflicting: new ConflictQueues(),
    retried,
  }
  return {
    transaction: (origin, isolation, work) =>
      repeated(queues, origin, (alone) =>
        inOneSession({ open }, (session) => within(session, isolation, () => work(session), alone)),
      ),
    async snapshot(read) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await inOneSession({ open }, (session) => within(session, 'snapshot', () => read(session)))
        } catch (error) {
          if (!isStalePlan(error) || attempt >= MAX_STALE_PLAN_ATTEMPTS) throw error
          retried('plan')
        }
      }
    },
    waiting: () => queues.writing.waiting,
  }
}

type Queues = {
  writing: Semaphore
  lock: SharedLock
  conflicting: ConflictQueues
  retried: (reason: RetryReason) => void
}

/**
 * Runs attempts at a transaction until one succeeds.
 * @param origin which ones often conflict with each other (`conflict-queues.ts`).
 * @param once makes one attempt, alone or beside those of other servers.
 */
async function repeated<Result>(
  { writing, lock, conflicting, retried }: Queues,
  origin: Origin,
  once: (alone: boolean) => Promise<Result>,
): Promise<Result> {
  const runs: Record<Others, () => Promise<Result>> = {
    any: () => lock.shared(() => once(false)),
    'other servers': () => lock.exclusive(() => once(false)),
    none: () => lock.exclusive(() => once(true)),
  }
  // Counted apart: a wait after conflicts may be repeated as often as one before them.
  let [conflicts, waits] = [0, 0]
  let others: Others = 'any'
  let fewest: Others = 'none'
  /** Repeats attempts until one succeeds, or outside of the queue until the first conflict. */
  const attempts = async (isInQueue: boolean): Promise<{ value: Result } | null> => {
    while (isInQueue || conflicts === 0) {
      try {
        const value = await writing.run(runs[others])
        if (conflicts + waits === 0) conflicting.note(origin, false)
        return { value }
      } catch (error) {
        const waited = isLockTimeout(error)
        if (waited && others === 'none') {
          // A server hangs in a transaction, so nothing can run alone before that has been ended.
          others = fewest = 'other servers'
          retried('lock')
          continue
        }
        if ((waited ? ++waits : ++conflicts) >= attemptsAt(error)) throw error
        retried(reasonOf(error))
        if (!waited) conflicting.note(origin, true)
        // So a slow transaction makes progress beside fast ones that write the same rows. While one that runs alone waits for a lock,
        // all others wait too.
        const mustBeAlone = !waited && (conflicts > MAX_SHARED_CONFLICTS || sqlState(error) === DEADLOCK)
        others = mustBeAlone ? fewest : 'any'
      }
    }
    return null
  }
  const done = conflicting.hasConflicts(origin) ? null : await attempts(false)
  return (done ?? (await conflicting.run(origin.silo, () => attempts(true)))!).value
}

/**
 * Time after which PostgreSQL ends a connection that does nothing within a transaction or while it has the lock, as of a server that
 * hangs. Writes of all other servers may wait for it, and work in a transaction waits for nothing but the database.
 */
export const MAX_IDLE_MS = 15_000

/**
 * Time after which PostgreSQL ends a wait for a lock. The transactions of a server that hangs may wait for one another, and each would
 * be idle from when the one before it has been ended. Less than half of `MAX_IDLE_MS`, because a writer of a row waits for its turn
 * first, and then for the transaction that holds the row.
 */
export const MAX_LOCK_WAIT_MS = 5_000

function reasonOf(error: unknown): RetryReason {
  if (sqlState(error) === SERIALIZATION_FAILURE) return 'conflict'
  if (sqlState(error) === DEADLOCK) return 'deadlock'
  if (isLockTimeout(error)) return 'lock'
  return isStalePlan(error) ? 'plan' : 'constraint'
}

/** Returns how many times PostgreSQL runs a transaction that fails with this error. */
function attemptsAt(error: unknown): number {
  if ([SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error))) return MAX_ATTEMPTS
  if (isStalePlan(error)) return MAX_STALE_PLAN_ATTEMPTS
  if (isLockTimeout(error)) return MAX_LOCK_ATTEMPTS
  // Another transaction took the free address that this one found, or deleted the project that it read. Constraints
  // see later commits of others. The next attempt reads them too and can report the error.
  const violated = isUniqueViolation(error, 'postgres') || isForeignKeyViolation(error, 'postgres')
  return violated ? MAX_VIOLATION_ATTEMPTS : 1
}
