import type { Context } from '../../kit/context/context.ts'
import type { Collection, Stored } from '../collection.ts'

/** Maximum number of links that are loaded at once. A single resource may have more. */
export const MAX_LINKS = 20_000

/** Returns the first of some resources, as many as have `MAX_LINKS` together, and at least one. */
export async function firstWithinLinks(
  context: Context,
  collection: Collection,
  all: readonly Stored[],
): Promise<readonly Stored[]> {
  if (all.length < 2) return all
  const counts = await collection.countLinks(
    context,
    all.map(({ id }) => id),
  )
  let total = 0
  const end = all.findIndex(({ id }, at) => (total += counts.get(id) ?? 0) > MAX_LINKS && at > 0)
  return end === -1 ? all : all.slice(0, end)
}
