import type { Sled } from '@granary/compute/sled.ts'
import type { Services } from '../../kit/services.ts'

/** Placement happens inside transactions, where no driver is asked; so the last inventory is kept. */
const lastSeen = new WeakMap<Services, Sled[]>()

/** The sleds that the driver last reported. */
export const sledsOf = (services: Services): Sled[] => lastSeen.get(services) ?? []

/** Asks the driver which sleds there are now. */
export async function refreshInventory(services: Services): Promise<void> {
  lastSeen.set(services, await services.compute.inventory())
}
