import type { MachineReport } from '@granary/compute/machine.ts'
import type { HostServices } from '../../src/kit/services.ts'
import { findPowered } from '../../src/instances/power-request.ts'
import { settle } from '../../src/instances/reports.ts'

/** Stands in for a worker: the driver has carried out what was last requested of an instance, and has its machine so. */
export async function carriedOut(services: HostServices, machine: MachineReport): Promise<void> {
  const found = await findPowered(services, machine.id)
  if (found) await settle(services, found, machine)
}
