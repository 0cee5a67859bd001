import { checkQuery } from '../check/check.ts'
import { parseQuery } from '../language/parse.ts'
import { QueryError } from '../language/query-error.ts'
import type { Get, Query } from '../language/syntax.ts'
import type { Fields } from '../schema.ts'
import { type Read, readsOf } from './reads.ts'

export type Plan = { query: Query; reads: Map<Get, Read> }

/**
 * Parses and checks a query, and plans its reads.
 * @param now the time that `@now()` stands for, in milliseconds since 1970.
 * @param scope values that fields must have.
 * @throws QueryError with the position of the first mistake.
 */
export function planQuery(text: string, now: number, scope: Fields): Plan {
  const query = parseQuery(text, now)
  checkQuery(query)
  return { query, reads: readsOf(query, scope) }
}

/** Returns the mistake that a server would refuse a query for before it reads anything, or null. */
export function queryProblem(text: string, now: number, scope: Fields): QueryError | null {
  try {
    planQuery(text, now, scope)
    return null
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
}
