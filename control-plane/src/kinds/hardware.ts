import type {
  AdoptionRequestRow,
  PhysicalDiskRow,
  RackRow,
  SledRow,
  SwitchPortRow,
  SwitchRow,
} from '../database/schema.ts'
import { logged } from '../kit/logged.ts'

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
  usablePhysicalRam: row.usable_physical_ram,
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})

export const physicalDiskView = (row: PhysicalDiskRow) => ({
  id: row.id,
  sledId: row.sled_id,
  vendor: row.vendor,
  model: row.model,
  serial: row.serial,
  formFactor: row.form_factor,
  policy: { kind: row.in_service === 1 ? ('in_service' as const) : ('expunged' as const) },
  state: stateOf(row),
  timeCreated: row.time_created,
  timeModified: row.time_modified,
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
  parentId: (row) => row.rack_id,
  view: sledView,
})
export const physicalDisk = logged({
  kind: 'physical-disk',
  table: 'physical_disk',
  name: (row) => row.serial,
  parentId: (row) => row.sled_id,
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
  parentId: (row) => row.rack_id,
  view: switchView,
})
export const switchPort = logged({
  kind: 'switch-port',
  table: 'switch_port',
  name: (row) => row.name,
  parentId: (row) => row.rack_id,
  view: switchPortView,
})
