import type { Equipment } from '@granary/compute/equipment.ts'
import type { Sled } from '@granary/compute/sled.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { adoptionRequest } from '../../kinds/hardware.ts'
import { type Hardware, recordHardware } from '../../kinds/record-hardware.ts'
import { fleet } from '../../kit/resources/authorization.ts'
import type { Context } from '../../kit/context/context.ts'
import { changeMembers } from './membership.ts'
import { describeError } from '../../kit/base/describe-error.ts'
import type { InnerServices, Services } from '../../kit/context/services.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'

/** Placement runs inside transactions, which must not call the driver, so the last report is cached. */
const lastReport = (): { seen?: Hardware & { stored: string } } => ({})

const NO_EQUIPMENT: Equipment = { switches: [], uninitializedSleds: [], unadoptedDisks: [] }

/** Returns the sleds that the driver last reported. */
export const sledsOf = (services: InnerServices): readonly Sled[] =>
  services.state.of(lastReport).seen?.sleds ?? []

/** Returns the equipment that the driver last reported. */
export const equipmentOf = (services: InnerServices): Equipment =>
  services.state.of(lastReport).seen?.equipment ?? NO_EQUIPMENT

/** Returns what instances can use of a sled. */
export const sizeOf = (
  { usableHardwareThreads, usablePhysicalRam, cpuPlatforms }: Sled,
  { settings }: Pick<InnerServices, 'settings'>,
) => ({
  usableVcpus: usableHardwareThreads * settings.vcpusPerThread,
  usableMemory: usablePhysicalRam,
  cpuPlatforms,
})

/** Returns the reported sleds that answer and accept new instances. */
export async function provisionableSleds({
  db,
  services,
}: Pick<Context, 'db' | 'services'>): Promise<Sled[]> {
  const closed = await db
    .selectFrom('sled')
    .select('id')
    .where('provision_policy', '=', 'non_provisionable')
    .execute()
  const ids = new Set(closed.map(({ id }) => id))
  return sledsOf(services).filter(({ id, state }) => state === 'up' && !ids.has(id))
}

/**
 * Adopts the requested disks and adds the requested sleds, then fetches the hardware from the driver and stores what has changed.
 * @param isStopped returns true once the control plane has stopped; a late answer is dropped then
 */
export async function refreshInventory(services: Services, isStopped = () => false): Promise<void> {
  await adoptRequested(services)
  await changeMembers(
    services,
    sledsOf(services).map(({ baseboard }) => baseboard),
  )
  const { compute } = services
  // A sled that another server puts to use between the two is in both; in neither, it would seem to have left its rack.
  const equipment = await compute.equipment()
  const hardware = { sleds: await compute.inventory(), equipment }
  if (isStopped()) return
  const stored = JSON.stringify(hardware)
  if (services.state.of(lastReport).seen?.stored !== stored)
    await inTransaction(systemContext(services, 'hardware_report'), (context) =>
      recordHardware(context, hardware),
    )
  services.state.of(lastReport).seen = { ...hardware, stored }
}

/** A request stays until its disk was adopted, also while no sled has the disk or the driver refuses it. */
async function adoptRequested(services: Services): Promise<void> {
  const requests = await services.db.selectFrom('physical_disk_adoption_request').selectAll().execute()
  for (const row of requests) {
    const { vendor, model, serial } = row
    try {
      await services.compute.adoptDisk({ vendor, model, serial })
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      // One faulty disk must not keep the rest of the hardware from being stored.
      if (error.kind !== 'not_found')
        services.log('warn', 'disk was not adopted', { vendor, model, serial, error: describeError(error) })
      continue
    }
    await inTransaction(systemContext(services, 'physical_disk_adopt'), async (context) => {
      const found = await context.db
        .selectFrom('physical_disk_adoption_request')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirst()
      if (found) await adoptionRequest.remove(context, { row: found, scope: fleet })
    })
  }
}
