import type { LimitName } from '@granary/domain/limits.ts'
import { enforceLimit } from '../base/limit.ts'
import type { InnerServices } from '../context/services.ts'

const openByOwner = () => new Map<string, number>()

/**
 * Counts something that is open on this server, such as an event stream, for its user or silo.
 * @returns a function that ends the count.
 * @throws ApiError 429 if the owner has as many open as it may have.
 */
export function countOpen(
  services: Pick<InnerServices, 'state'>,
  name: LimitName,
  owner: string,
): () => void {
  const open = services.state.of(openByOwner)
  const key = `${name}/${owner}`
  const count = open.get(key) ?? 0
  enforceLimit(name, count)
  open.set(key, count + 1)
  let isCounted = true
  return () => {
    if (!isCounted) return
    isCounted = false
    const left = (open.get(key) ?? 0) - 1
    if (left === 0) open.delete(key)
    else open.set(key, left)
  }
}
