import type { World } from './world.ts'

/** Runs requests of a world, and returns how many statements they sent to the database, also those whose text is compiled once. */
export async function countedResults(world: World, work: () => Promise<unknown>): Promise<number> {
  const { services } = world
  const { db } = services
  let statements = 0
  services.db = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  })
  try {
    await work()
  } finally {
    services.db = db
  }
  return statements
}
