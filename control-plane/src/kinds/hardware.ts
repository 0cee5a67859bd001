import type {
  AdoptionRequestRow,
  PhysicalDiskRow,
  RackRow,
  SledRow,
  SwitchPortRow,
  SwitchRow,
} from '../database/schema.ts'
import { PHYSICAL_DISK_FIELDS, SLED_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { amount, choice, flag, text, time } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { logged } from '../kit/resources/logged.ts'

export const rackView = (row: RackRow) => ({
  id: row.id,
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})

const baseboardView = ({ part, serial, revision }: SledRow | SwitchRow) => ({ part, serial, revision })

const stateOf = ({ in_service }: SledRow | PhysicalDiskRow) =>
  in_service === 1 ? ('active' as const) : ('decommissioned' as const)

export const sledView = (row: SledRow) => ({
  id: row.id,
  rackId: row.rack_id,
  slot: row.slot,
  baseboard: baseboardView(row),
  policy:
    row.in_service === 1
      ? { kind: 'in_service' as const, provisionPolicy: row.provision_policy }
      : { kind: 'expunged' as const },
  state: stateOf(row),
  usableHardwareThreads: row.usable_hardware_threads,
  usableVcpus: row.usable_vcpus,
  usablePhysicalRam: row.usable_physical_ram,
  usableStorage: row.usable_storage,
  hostState: row.host_state,
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})

export const physicalDiskView = (row: PhysicalDiskRow) => ({
  id: row.id,
  sledId: row.sled_id,
  vendor: row.vendor,
  model: row.model,
  serial: row.serial,
  formFactor: row.form_factor || null,
  policy: { kind: row.in_service === 1 ? ('in_service' as const) : ('expunged' as const) },
  state: stateOf(row),
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})

/** How lists of sleds are filtered. */
export const sledFilter = listFilter(SLED_FIELDS, {
  serial: text('serial'),
  part: text('part'),
  slot: amount('slot'),
  host: choice('host_state'),
  policy: choice('provision_policy'),
  memory: amount('usable_physical_ram'),
  created: time('time_created'),
})

/** How lists of physical disks are filtered. */
export const physicalDiskFilter = listFilter(PHYSICAL_DISK_FIELDS, {
  serial: text('serial'),
  vendor: text('vendor'),
  model: text('model'),
  form: choice('form_factor'),
  size: amount('size'),
  active: flag('in_service'),
  created: time('time_created'),
})

export const adoptionRequestView = ({ id, vendor, model, serial, time_created }: AdoptionRequestRow) => ({
  id,
  diskId: { vendor, model, serial },
  timeCreated: time_created,
})

export const switchView = (row: SwitchRow) => ({
  id: row.id,
  rackId: row.rack_id,
  baseboard: baseboardView(row),
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})

export const switchPortView = (row: SwitchPortRow) => ({
  id: row.id,
  rackId: row.rack_id,
  switchSlot: row.switch_slot,
  portName: row.name,
  portSettingsId: row.port_settings_id,
})

export const rack = logged({ kind: 'rack', table: 'rack', view: rackView })
export const sled = logged({
  kind: 'sled',
  table: 'sled',
  name: (row) => row.serial,
  parentColumn: 'rack_id',
  view: sledView,
})
export const physicalDisk = logged({
  kind: 'physical-disk',
  table: 'physical_disk',
  name: (row) => row.serial,
  parentColumn: 'sled_id',
  view: physicalDiskView,
})
export const adoptionRequest = logged({
  kind: 'physical-disk-adoption-request',
  table: 'physical_disk_adoption_request',
  name: (row) => row.serial,
  view: adoptionRequestView,
})
export const networkSwitch = logged({
  kind: 'switch',
  table: 'switch',
  name: (row) => row.serial,
  parentColumn: 'rack_id',
  view: switchView,
})
export const switchPort = logged({
  kind: 'switch-port',
  table: 'switch_port',
  name: (row) => row.name,
  parentColumn: 'rack_id',
  view: switchPortView,
})
