import type { CpuPlatform } from './cpu-platform.ts'
import type { IoKind, Latencies } from './latencies.ts'

/**
 * States of a machine. `failed` means that its process ended without a request; the machine then holds no threads and
 * no memory, and can be started again.
 */
export type MachineState =
  | 'starting'
  | 'running'
  | 'stopping'
  | 'stopped'
  | 'rebooting'
  | 'migrating'
  | 'repairing'
  | 'failed'

/** Whether a machine in this state has a process that is not being stopped. */
export function isUp(state: MachineState): boolean {
  return state !== 'stopping' && !isDown(state)
}

/** Whether a machine in this state has no process: it holds neither threads nor memory. */
export function isDown(state: MachineState): boolean {
  return state === 'stopped' || state === 'failed'
}

/**
 * The complete definition of a machine. A driver applies changes at the machine's next start, and never changes a
 * machine that is up.
 */
export interface MachineSpec {
  /** The instance's UUID. */
  id: string
  name: string
  hostname: string
  ncpus: number
  /** Bytes. */
  memory: number
  /** CPU platform that the guest requires; null lets the driver choose. */
  cpuPlatform: CpuPlatform | null
  /** Sled that the machine must run on; null lets the driver choose. */
  sledId: string | null
  /** One of `disks`; null boots from the first bootable disk. */
  bootDiskId: string | null
  disks: MachineDisk[]
  nics: MachineNic[]
  /** cloud-init user data, base64; null for none. */
  userData: string | null
  /** OpenSSH public keys, one line each, for the default user of the guest. */
  sshPublicKeys: string[]
  /** Operating system from the boot disk's image; null if unknown. */
  guest: { os: string; version: string } | null
}

export interface MachineDisk {
  id: string
  name: string
  readOnly: boolean
}

export interface MachineNic {
  id: string
  name: string
  /** The network that has its addresses, routes and rules; see `ensureNetwork`. */
  networkId: string
  /** Six octets, separated by colons. */
  mac: string
  /** The interface of the default route. */
  primary: boolean
  /** Addresses with the prefix length of their subnet, such as `172.30.0.5/22`; at most one per family. */
  addresses: string[]
  /** Bytes. */
  mtu: number
}

/** A driver's observation of one machine. */
export interface MachineReport {
  id: string
  state: MachineState
  /** Time of the change to this state, by the driver's clock. */
  since: Date
  /** Sled of the machine; null while it has none (stopped, failed). */
  sledId: string | null
  /** Reason for a state that was not requested, for people. */
  reason?: string
  /**
   * What the machine waits for in this state, or what it could not do, for people, such as "3 others start first". It may change while
   * `since` stays.
   */
  note?: string
}

/** Totals since the machine's last start. They never decrease until it stops, not even on a reboot. */
export interface MachineCounters {
  /** Start of the counted period. */
  since: Date
  /** Time of the reading. */
  at: Date
  /** Nanoseconds in each state, one entry per virtual processor, in order. */
  vcpus: { run: number; idle: number; waiting: number; emulation: number }[]
  disks: DiskCounters[]
  nics: NicCounters[]
}

/** The counters of one machine in a reading of all of them. */
export interface MachineReading extends MachineCounters {
  /** The machine's id. */
  id: string
  /** Sled that runs it. */
  sledId: string
}

export interface DiskCounters {
  id: string
  reads: number
  bytesRead: number
  writes: number
  bytesWritten: number
  flushes: number
  /** Latencies of these operations. */
  latencies: Record<IoKind, Latencies>
}

export interface NicCounters {
  id: string
  bytesSent: number
  packetsSent: number
  bytesReceived: number
  packetsReceived: number
  packetsDropped: number
}
