import type { World } from './world.ts'

/** Runs requests of a world, and returns how many statements they sent to the database, also those whose text is compiled once. */
export async function countedResults(world: World, work: () => Promise<unknown>): Promise<number> {
  const { db, state } = world.services
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  })
  Object.assign(state, { db: counting })
  try {
    await work()
  } finally {
    Object.assign(state, { db })
  }
  return statements
}
