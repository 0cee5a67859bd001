import type { PhysicalDisk } from './sled.ts'

/** Equipment of racks that runs no machines. An engine that knows of none reports empty lists. */
export interface Equipment {
  switches: Switch[]
  /** Hosts that are in a rack, but not in use yet. */
  uninitializedSleds: UninitializedSled[]
  /** Disks that are in a host, but not in use yet. */
  unadoptedDisks: UnadoptedDisk[]
}

/** A network switch of a rack. */
export interface Switch {
  /** UUID that survives restarts of the driver. */
  id: string
  rackId: string
  slot: 'switch0' | 'switch1'
  baseboard: { part: string; serial: string; revision: number }
  ports: SwitchPort[]
}

export interface SwitchPort {
  id: string
  /** Unique on the switch, such as `qsfp0`. */
  name: string
  link: LinkState
  /** Devices that the port hears by LLDP (IEEE 802.1AB); none if left out. */
  neighbors?: LldpNeighbor[]
}

export interface LldpNeighbor {
  chassisId: string
  linkName: string
  linkDescription: string | null
  managementAddress: string | null
  systemName: string | null
  systemDescription: string | null
  firstSeen: Date
  lastSeen: Date
}

/** The live state of a port's link. */
export interface LinkState {
  state: 'up' | 'down'
  /** Gigabits per second; null while the link is down. */
  speedGbps: number | null
  /** Whether a transceiver is plugged in. */
  transceiver: 'present' | 'absent'
}

export interface UninitializedSled {
  rackId: string
  /** Position in the rack, from 0. */
  cubby: number
  baseboard: { part: string; serial: string; revision: number }
}

/** What the manufacturer calls a sled. */
export interface SledIdentity {
  part: string
  serial: string
}

/** What the manufacturer calls a disk. */
export interface DiskIdentity {
  vendor: string
  model: string
  serial: string
}

export interface UnadoptedDisk extends DiskIdentity {
  sledId: string
  /** Position in the host, from 0. */
  slot: number
  formFactor: NonNullable<PhysicalDisk['formFactor']>
}
