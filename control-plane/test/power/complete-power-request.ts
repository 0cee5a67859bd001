import type { MachineReport } from '@granary/compute/machine.ts'
import type { HostServices } from '../../src/kit/context/services.ts'
import { findPowered } from '../../src/instances/power-request.ts'
import { settle } from '../../src/instances/reports.ts'

/**
 * Stands in for a worker: marks the last power request as carried out by the driver, with the machine in that state.
 */
export async function completePowerRequest(services: HostServices, machine: MachineReport): Promise<void> {
  const found = await findPowered(services, machine.id)
  if (found) await settle(services, found, machine)
}
