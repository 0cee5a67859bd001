import type { Kysely } from 'kysely'
import type { Database } from '../src/database/schema.ts'
import type { Context } from '../src/kit/context.ts'

/** Returns a context whose statements are counted, and their number so far. */
export function countingStatements(context: Context): { counted: Context; statements: () => number } {
  let statements = 0
  const db = (context.db as Kysely<Database>).withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { counted: { ...context, db }, statements: () => statements }
}
