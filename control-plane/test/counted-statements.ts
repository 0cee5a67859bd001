import type { Kysely } from 'kysely'
import type { Database } from '../src/database/schema.ts'
import type { Context } from '../src/kit/context/context.ts'
import { ServerState } from '../src/kit/context/server-state.ts'

/**
 * Returns a context, or services, whose statements are counted, and their number so far.
 * @param table counts only statements that name it.
 */
export function countingStatements<Counted extends Pick<Context, 'db'>>(
  context: Counted,
  table?: keyof Database,
): { counted: Counted; statements: () => number } {
  let statements = 0
  const db = (context.db as Kysely<Database>).withPlugin({
    transformQuery: ({ node }) => {
      if (!table || JSON.stringify(node).includes(`"${table}"`)) statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // Transactions of services begin in the database of their server's state.
  const state = 'state' in context ? { state: new ServerState(db) } : {}
  return { counted: { ...context, db, ...state }, statements: () => statements }
}
