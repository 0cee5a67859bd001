import type { Flag, Id, Json, Time } from './values.ts'

type Baseboard = { part: string; serial: string; revision: number }
type Times = { time_created: Time; time_modified: Time }

export type RackRow = Times & { id: Id }
/** One version of a rack's members. */
export type RackMembershipRow = {
  id: Id
  rack_id: Id
  /** From 1; the largest of a rack is the current one. */
  version: number
  state: 'in_progress' | 'committed' | 'aborted'
  /** Sleds by part and serial number, as a sorted array. */
  members: Json
  /** Members that did not yet say that they are ready. */
  unacknowledged: Json
  time_created: Time
  time_committed: Time | null
  time_aborted: Time | null
}
export type SledRow = Times &
  Baseboard & {
    id: Id
    rack_id: Id
    slot: number | null
    usable_hardware_threads: number
    /** Its threads, times the vCPUs that a thread carries. */
    usable_vcpus: number
    usable_physical_ram: number
    usable_storage: number | null
    host_state: 'up' | 'unreachable' | 'evacuated'
    provision_policy: 'provisionable' | 'non_provisionable'
    /** 0 since the driver stopped reporting it. */
    in_service: Flag
  }
export type PhysicalDiskRow = Times & {
  id: Id
  sled_id: Id
  /** Empty if unknown. So are the model and the form factor. */
  vendor: string
  model: string
  serial: string
  form_factor: 'm2' | 'u2' | ''
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
  rack_membership: RackMembershipRow
  sled: SledRow
  physical_disk: PhysicalDiskRow
  physical_disk_adoption_request: AdoptionRequestRow
  switch: SwitchRow
  switch_port: SwitchPortRow
}
