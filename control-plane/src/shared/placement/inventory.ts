import type { Sled } from '@granary/compute/sled.ts'
import type { Reader } from '../../kit/reader.ts'
import type { InnerServices, Services } from '../../kit/services.ts'

/**
 * Placement runs inside transactions, which must not call the driver, so the last inventory is cached, by database:
 * tasks and requests have different `Services`.
 */
const lastSeen = new WeakMap<Reader, Sled[]>()

/** Returns the sleds that the driver last reported. */
export const sledsOf = (services: InnerServices): Sled[] => lastSeen.get(services.db) ?? []

/** Fetches the sleds from the driver. */
export async function refreshInventory(services: Services): Promise<void> {
  lastSeen.set(services.db, await services.compute.inventory())
}
