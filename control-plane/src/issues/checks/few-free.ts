import type { PoolUse } from '../../shared/fullness/pools.ts'
import { type Found, MAX_FOUND, NEARLY_FULL } from '../check.ts'

/** Finds the pools with few free addresses. @param what the pools in a sentence: `IP pool`. */
export async function fewFree(pools: AsyncIterable<PoolUse[]>, what: string): Promise<Found[]> {
  const found: Found[] = []
  for await (const some of pools) {
    found.push(...some.flatMap((pool) => issueOf(pool, what)))
    if (found.length >= MAX_FOUND) break
  }
  return found.slice(0, MAX_FOUND)
}

function issueOf({ id, name, used, capacity }: PoolUse, what: string): Found[] {
  const share = used / capacity
  if (share < NEARLY_FULL) return []
  const message = `${Math.floor(share * 100)} % of the addresses of ${what} ${name} are used`
  return [{ message, resourceId: id, resourceName: name, projectName: null, siloName: null }]
}
