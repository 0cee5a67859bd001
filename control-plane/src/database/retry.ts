import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './columns.ts'
import type { Lane, Origin } from './fair-queue.ts'
import { groupCommitOf } from './group-commit.ts'
import { ConflictQueues } from './conflict-queues.ts'
import { oneConnectionOf } from './one-connection.ts'
import { Places } from './places.ts'
import type { Database } from './schema.ts'
import { Turns } from './turns.ts'
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
/**
 * How PostgreSQL keeps a transaction apart from others. `serializable`: as if it ran alone. `locked rows`: only the rows that it
 * locks or writes stay as it read them, and no read of it makes another transaction fail. SQLite runs one at a time anyway.
 */
export type Isolation = 'serializable' | 'locked rows'

const LEVELS = { serializable: 'serializable', 'locked rows': 'read committed' } as const

/** Which other transactions run at the same time as one. */
type Company = 'any' | 'other servers' | 'none'

/** Transactions and snapshots of a server that run at once on PostgreSQL. Others wait, and silos take turns. */
export const MAX_TRANSACTIONS = 20

/** Of these, those that write. They may wait for locks, and for one that runs alone; the other places are for reads, which never do. */
const MAX_WRITING = 16

/** Time after which work that waits for its turn is refused, as work that waits for a connection is; milliseconds. */
export const MAX_CONNECTION_WAIT_MS = 10_000

/**
 * Access mode of a transaction without company. It is the default, so it only tells the connection of a server to lock out the
 * transactions of all servers first.
 */
export const RUN_ALONE = 'read write'

/**
 * Runs work in one transaction. PostgreSQL repeats the work after a conflict with another transaction,
 * so it must have no effect that a rollback can't undo.
 * @param origin whose turn it takes, and which ones often conflict with each other on PostgreSQL (`conflict-queues.ts`).
 */
export async function transaction<Result>(
  db: Kysely<Database>,
  engine: Engine,
  origin: Origin,
  work: (inner: Transaction<Database>) => Promise<Result>,
  isolation: Isolation = 'serializable',
): Promise<Result> {
  if (engine === 'sqlite') return groupCommitOf(db)?.run(origin, work) ?? db.transaction().execute(work)
  const once = (mode?: typeof RUN_ALONE) => {
    const begun = db.transaction().setIsolationLevel(LEVELS[isolation])
    return (mode ? begun.setAccessMode(mode) : begun).execute(work)
  }
  const { places, writing, turns, conflicting } = queuesOf(db)
  const runs: Record<Company, () => Promise<Result>> = {
    any: () => turns.shared(() => once()),
    'other servers': () => turns.exclusive(() => once()),
    none: () => turns.exclusive(() => once(RUN_ALONE)),
  }
  // Counted apart: a wait after conflicts may be repeated as often as one before them.
  let [conflicts, waits] = [0, 0]
  let company: Company = 'any'
  let least: Company = 'none'
  /** Repeats attempts until one succeeds, or outside of the queue until the first conflict. */
  const attempts = async (isInQueue: boolean): Promise<{ value: Result } | null> => {
    while (isInQueue || conflicts === 0) {
      try {
        const value = await writing.run(origin, () => places.run(origin, runs[company]))
        if (conflicts + waits === 0) conflicting.note(origin, false)
        return { value }
      } catch (error) {
        const waited = isLockTimeout(error)
        if (waited && company === 'none') {
          // A server hangs in a transaction, so nothing can run alone before that has been ended.
          company = least = 'other servers'
          continue
        }
        if ((waited ? ++waits : ++conflicts) >= attemptsAt(error)) throw error
        if (!waited) conflicting.note(origin, true)
        // So a slow transaction makes progress beside fast ones that write the same rows. While one without company waits for a lock,
        // all others wait too.
        const mustBeAlone = !waited && (conflicts > MAX_SHARED_CONFLICTS || sqlState(error) === DEADLOCK)
        company = mustBeAlone ? least : 'any'
      }
    }
    return null
  }
  const done = conflicting.hasConflicts(origin) ? null : await attempts(false)
  return (done ?? (await conflicting.run(origin.silo, () => attempts(true)))!).value
}

/**
 * Runs reads that all see the same state of the database. PostgreSQL repeats them if a kept plan is stale.
 * @param lane whose turn it takes.
 */
export async function readSnapshot<Result>(
  db: Kysely<Database>,
  engine: Engine,
  lane: Lane,
  read: (inner: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  if (engine === 'sqlite') return oneConnectionOf(db)!.snapshot(lane, read)
  for (let attempt = 1; ; attempt++) {
    try {
      return await queuesOf(db).places.run(lane, () =>
        db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
      )
    } catch (error) {
      if (!isStalePlan(error) || attempt >= MAX_STALE_PLAN_ATTEMPTS) throw error
    }
  }
}

type Queues = { places: Places; writing: Places; turns: Turns; conflicting: ConflictQueues }
const allQueues = new WeakMap<Kysely<Database>, Queues>()

/** The queues of this process's transactions on a database. */
function queuesOf(db: Kysely<Database>): Queues {
  const queues = allQueues.get(db) ?? {
    places: new Places(MAX_TRANSACTIONS, MAX_CONNECTION_WAIT_MS),
    writing: new Places(MAX_WRITING, MAX_CONNECTION_WAIT_MS),
    turns: new Turns(),
    conflicting: new ConflictQueues(),
  }
  allQueues.set(db, queues)
  return queues
}

/** Returns how many transactions and snapshots of this server wait for their turn at the connections to PostgreSQL. */
export function waitingTransactions(db: Kysely<Database>): number {
  const { places, writing } = queuesOf(db)
  return places.waiting + writing.waiting
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
