import { insufficientCapacity } from './errors.ts'

/** By then all but a few of the values are taken. */
const TRIES = 1000

/**
 * Draws a value until it is one that nothing has: among many thousands two are soon alike. The unique index stays the
 * guard against two transactions that draw the same at the same moment.
 * @throws ApiError 507 when no free one was drawn.
 */
export async function randomFree<Value>(
  draw: () => Value,
  findTaken: (value: Value) => Promise<unknown>,
): Promise<Value> {
  for (let tries = 0; tries < TRIES; tries++) {
    const value = draw()
    if ((await findTaken(value)) === undefined) return value
  }
  throw insufficientCapacity('No free identifiers available')
}
