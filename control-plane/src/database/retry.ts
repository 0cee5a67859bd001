import { type Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from './columns.ts'
import type { Database } from './schema.ts'
import { Turns } from './turns.ts'
import { isForeignKeyViolation, isUniqueViolation, sqlState } from './violations.ts'

const ATTEMPTS = 15
/** Still failing after this many attempts means a real violation, not a lost race. */
const ATTEMPTS_AT_VIOLATIONS = 6
/** The lock under which the servers on one PostgreSQL database repeat transactions; any number that nothing else uses. */
const RETRY_LOCK = 7_261_002

/**
 * Runs work in one transaction that no other one interleaves with. On PostgreSQL the work is repeated when it collided
 * with another's, so it must not do anything that a rollback does not undo.
 */
export async function transaction<Result>(
  db: Kysely<Database>,
  engine: Engine,
  work: (inner: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  if (engine === 'sqlite') return db.transaction().execute(work)
  const once = (on: Kysely<Database>) => on.transaction().setIsolationLevel('serializable').execute(work)
  const turns = turnsOf(db)
  for (let attempt = 1; ; attempt++) {
    try {
      // Later attempts run one at a time, so that writers of one hot row make progress.
      return await (attempt === 1 ? turns.shared(() => once(db)) : turns.exclusive(() => underLock(db, once)))
    } catch (error) {
      if (attempt >= attemptsAt(error)) throw error
    }
  }
}

const allTurns = new WeakMap<Kysely<Database>, Turns>()

/** The turns of this process's transactions on a database. */
function turnsOf(db: Kysely<Database>): Turns {
  const turns = allTurns.get(db) ?? new Turns()
  allTurns.set(db, turns)
  return turns
}

/**
 * Runs work while no other server repeats a transaction. The lock belongs to the session and is taken before the
 * transaction begins, because a transaction that waits for a lock works on the rows as they were before it waited.
 */
function underLock<Result>(
  db: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${RETRY_LOCK})`.execute(connection)
    try {
      return await work(connection)
    } finally {
      // A connection that is lost has let go of the lock.
      await sql`select pg_advisory_unlock(${RETRY_LOCK})`.execute(connection).catch(() => {})
    }
  })
}

/** How many times PostgreSQL runs a transaction that ends with this error. */
function attemptsAt(error: unknown): number {
  // Serialization failure, deadlock.
  if (['40001', '40P01'].includes(sqlState(error))) return ATTEMPTS
  // Another transaction took the free address that this one had found, or deleted the project that it had looked up.
  // Constraints see what others committed meanwhile; the next attempt sees it too and can say what is wrong.
  const violated = isUniqueViolation(error, 'postgres') || isForeignKeyViolation(error, 'postgres')
  return violated ? ATTEMPTS_AT_VIOLATIONS : 1
}
