import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Racks, sleds, disks and switches as the driver reported them, with the operators' decisions about them. */
export const hardware: Migration = {
  id: 37,
  name: 'hardware',
  async up(db, engine) {
    const t = tables(db, engine)
    const times = ['time_created', 'time_modified']
    const baseboard = ['part', 'serial']
    await t.required(t.withId('rack'), times).execute()
    let sled = t.required(t.withId('sled'), ['rack_id', ...baseboard, 'provision_policy', ...times])
    sled = t.required(sled, ['revision', 'in_service', 'usable_hardware_threads'], t.integer)
    sled = t.optional(sled, ['slot'], t.integer)
    await t.required(sled, ['usable_physical_ram'], t.bigint).execute()
    let disk = t.required(t.withId('physical_disk'), [
      'sled_id',
      'vendor',
      'model',
      'serial',
      'form_factor',
      ...times,
    ])
    disk = t.required(disk, ['in_service'], t.integer)
    await t.required(disk, ['size'], t.bigint).execute()
    await t.index('physical_disk', 'sled_id', 'id')
    await t
      .required(t.withId('physical_disk_adoption_request'), ['vendor', 'model', 'serial', 'time_created'])
      .execute()
    await t.unique('physical_disk_adoption_request', 'vendor', 'model', 'serial')
    const device = t.required(t.withId('switch'), ['rack_id', 'slot', ...baseboard, ...times])
    await t.required(device, ['revision'], t.integer).execute()
    await t.required(t.withId('switch_port'), ['rack_id', 'switch_slot', 'name']).execute()
    await t.unique('switch_port', 'rack_id', 'switch_slot', 'name')
  },
}
