import type { Flag, Id, Time } from './values.ts'

type Baseboard = { part: string; serial: string; revision: number }
type Times = { time_created: Time; time_modified: Time }

export type RackRow = Times & { id: Id }
export type SledRow = Times &
  Baseboard & {
    id: Id
    rack_id: Id
    slot: number | null
    usable_hardware_threads: number
    usable_physical_ram: number
    provision_policy: 'provisionable' | 'non_provisionable'
    /** 0 since the driver stopped reporting it. */
    in_service: Flag
  }
export type PhysicalDiskRow = Times & {
  id: Id
  sled_id: Id
  vendor: string
  model: string
  serial: string
  form_factor: 'm2' | 'u2'
  size: number
  /** 0 since the driver stopped reporting it. */
  in_service: Flag
}
export type AdoptionRequestRow = {
  id: Id
  vendor: string
  model: string
  serial: string
  time_created: Time
}
export type SwitchRow = Times & Baseboard & { id: Id; rack_id: Id; slot: 'switch0' | 'switch1' }
export type SwitchPortRow = {
  id: Id
  rack_id: Id
  switch_slot: SwitchRow['slot']
  name: string
  port_settings_id: Id | null
}

/** Hardware, as the driver last reported it. */
export type HardwareTables = {
  rack: RackRow
  sled: SledRow
  physical_disk: PhysicalDiskRow
  physical_disk_adoption_request: AdoptionRequestRow
  switch: SwitchRow
  switch_port: SwitchPortRow
}
