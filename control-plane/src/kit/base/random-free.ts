import { insufficientCapacity } from './errors.ts'

/** Maximum number of draws. Still none free after this many means that nearly all values are taken. */
const MAX_ATTEMPTS = 1000

/**
 * Draws random values until one is free: among thousands of values, collisions are likely. The unique index still
 * guards against two transactions that draw the same value at once.
 * @throws ApiError 507 if no free value was drawn.
 */
export async function randomFree<Value>(
  draw: () => Value,
  findTaken: (value: Value) => Promise<unknown>,
): Promise<Value> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const value = draw()
    if ((await findTaken(value)) === undefined) return value
  }
  throw insufficientCapacity('No free identifiers available')
}
