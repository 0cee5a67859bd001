import { GiB } from '@granary/domain/sizes.ts'
import { type ApiError, insufficientCapacity } from '../base/errors.ts'
import type { Services } from '../context/services.ts'

/**
 * Refuses to store anything new while disk space is short, so that a database never runs full in the middle of its work.
 * @throws ApiError 507.
 */
export async function requireFreeSpace(services: Services): Promise<void> {
  if (await services.isShortOfSpace?.()) throw shortOfSpace()
}

/** Bytes that fetches of images leave for everything else: several at once write this much in less than a second. */
const LEFT_BY_FETCHES = GiB

/** @throws ApiError 507 when a fetch must write no more. */
export async function requireFetchSpace(services: Services): Promise<void> {
  if ((await services.hasSpaceFor?.(LEFT_BY_FETCHES)) === false) throw shortOfSpace()
}

/** Refusals for lack of disk space, which differ from those for lack of quota only by their sentence. */
const refusals = new WeakSet<ApiError>()

/** Whether a request was refused because disk space is short. */
export const wasShortOfSpace = (refusal: ApiError | null): boolean =>
  refusal !== null && refusals.has(refusal)

/** Returns the refusal of a request that would store something new while disk space is short. */
export function shortOfSpace(): ApiError {
  const refusal = insufficientCapacity(
    'the server is short of disk space and stores nothing new; delete something, or ask an operator to free space',
  )
  refusals.add(refusal)
  return refusal
}
