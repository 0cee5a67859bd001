import type { Sled } from '@granary/compute/sled.ts'
import type { Services } from '../../kit/services.ts'

/** Placement runs inside transactions, which must not call the driver, so the last inventory is cached. */
const lastSeen = new WeakMap<Services, Sled[]>()

/** Returns the sleds that the driver last reported. */
export const sledsOf = (services: Services): Sled[] => lastSeen.get(services) ?? []

/** Fetches the sleds from the driver. */
export async function refreshInventory(services: Services): Promise<void> {
  lastSeen.set(services, await services.compute.inventory())
}
