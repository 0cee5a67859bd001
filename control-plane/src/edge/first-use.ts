import type { Services } from '../kit/services.ts'
import type { LoggedCredential } from '../kit/security-entry.ts'

/** Time after which the use of a credential from an address counts as a first one again; milliseconds. */
const MEMORY_MS = 3_600_000
/** Uses that a server remembers; the oldest are forgotten first. */
const MAX_USES = 10_000

const uses = new WeakMap<Services, Map<string, number>>()

/**
 * Whether a session or token is used from this address for the first time in an hour, on this server. That is how the
 * security log shows where credentials are in use, without an entry for each read.
 */
export function isFirstUse(
  services: Services,
  credential: LoggedCredential | null,
  clientAddress: string | null,
): boolean {
  if (!credential?.id) return false
  let known = uses.get(services)
  if (!known) uses.set(services, (known = new Map()))
  const key = `${credential.kind} ${credential.id} ${clientAddress}`
  const now = services.clock.now().getTime()
  const last = known.get(key)
  if (last !== undefined && now - last < MEMORY_MS) return false
  known.delete(key)
  if (known.size >= MAX_USES) known.delete(known.keys().next().value!)
  known.set(key, now)
  return true
}
