import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './columns.ts'
import type { Database } from './schema.ts'
import { isForeignKeyViolation, isUniqueViolation, sqlState } from './violations.ts'

const ATTEMPTS = 15
/** Attempts at the same time as others'; later ones stand in line, or those who all write one row would never be done. */
const ATTEMPTS_AT_ONCE = 2
/** Who still fails so has not lost a race but is wrong. */
const ATTEMPTS_AT_VIOLATIONS = 3

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
  const once = () => db.transaction().setIsolationLevel('serializable').execute(work)
  for (let attempt = 1; ; attempt++) {
    try {
      return await (attempt <= ATTEMPTS_AT_ONCE ? once() : inLine(db, once))
    } catch (error) {
      if (attempt >= attemptsAt(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** Math.min(attempt, 4)))
    }
  }
}

const lines = new WeakMap<Kysely<Database>, Promise<unknown>>()

/** Runs one after the other what this process has to do again on a database. */
function inLine<Result>(db: Kysely<Database>, run: () => Promise<Result>): Promise<Result> {
  const done = (lines.get(db) ?? Promise.resolve()).then(run)
  lines.set(
    db,
    done.catch(() => {}),
  )
  return done
}

/** How often a transaction on PostgreSQL is tried that ends with this error. */
function attemptsAt(error: unknown): number {
  // Serialization failure, deadlock.
  if (['40001', '40P01'].includes(sqlState(error))) return ATTEMPTS
  // Another transaction took the free address that this one had found, or deleted the project that it had looked up.
  // Constraints see what others committed meanwhile; the next attempt sees it too and can say what is wrong.
  const violated = isUniqueViolation(error, 'postgres') || isForeignKeyViolation(error, 'postgres')
  return violated ? ATTEMPTS_AT_VIOLATIONS : 1
}
