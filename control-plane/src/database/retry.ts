import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './columns.ts'
import type { Database } from './schema.ts'

const ATTEMPTS = 12
/** PostgreSQL: serialization failure, deadlock. The transaction did nothing and may be tried again. */
const REPEATABLE = new Set(['40001', '40P01'])

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
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !REPEATABLE.has(codeOf(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** Math.min(attempt, 6)))
    }
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** Whether an error says that a value is taken which must be unique. */
export function isUniqueViolation(error: unknown, engine: Engine): boolean {
  if (engine === 'postgres') return codeOf(error) === '23505'
  const { message = '', errcode, resultCode } = error as { message?: string; errcode?: number; resultCode?: number }
  return /UNIQUE constraint failed/.test(message) || [2067, 1555].includes(errcode ?? resultCode ?? 0)
}
