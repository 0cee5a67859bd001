import type { Equipment } from '@granary/compute/equipment.ts'
import type { Sled } from '@granary/compute/sled.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { adoptionRequest } from '../../kinds/hardware.ts'
import { type Hardware, recordHardware } from '../../kinds/record-hardware.ts'
import { fleet } from '../../kit/authorization.ts'
import type { Context } from '../../kit/context.ts'
import { describeError } from '../../kit/describe-error.ts'
import { databaseKey } from '../../kit/host-database.ts'
import type { InnerServices, Services } from '../../kit/services.ts'
import { inTransaction, systemContext } from '../../kit/transaction.ts'

/**
 * Placement runs inside transactions, which must not call the driver, so the last report is cached, by database: tasks and
 * requests have different `Services`.
 */
const lastSeen = new WeakMap<object, Hardware & { stored: string }>()

const NO_EQUIPMENT: Equipment = { switches: [], uninitializedSleds: [], unadoptedDisks: [] }

/** Returns the sleds that the driver last reported. */
export const sledsOf = (services: InnerServices): readonly Sled[] =>
  lastSeen.get(databaseKey(services))?.sleds ?? []

/** Returns the equipment that the driver last reported. */
export const equipmentOf = (services: InnerServices): Equipment =>
  lastSeen.get(databaseKey(services))?.equipment ?? NO_EQUIPMENT

/** Returns the reported sleds that accept new instances. */
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
  return sledsOf(services).filter((sled) => !ids.has(sled.id))
}

/**
 * Adopts the requested disks, then fetches the hardware from the driver and stores what has changed.
 * @param isStopped returns true once the control plane has stopped; a late answer is dropped then
 */
export async function refreshInventory(services: Services, isStopped = () => false): Promise<void> {
  await adoptRequested(services)
  const { compute } = services
  const hardware = { sleds: await compute.inventory(), equipment: await compute.equipment() }
  if (isStopped()) return
  const stored = JSON.stringify(hardware)
  if (lastSeen.get(databaseKey(services))?.stored !== stored)
    await inTransaction(systemContext(services, 'hardware_report'), (context) =>
      recordHardware(context, hardware),
    )
  lastSeen.set(databaseKey(services), { ...hardware, stored })
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
