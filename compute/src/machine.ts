import type { CpuPlatform } from './cpu-platform.ts'

/**
 * What a machine can be found doing. `failed` means that its process is gone although nobody stopped it; it holds no
 * threads and no memory then, and it may be started again.
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

/** Whether a machine in this state has a process that is not on its way out. */
export function isUp(state: MachineState): boolean {
  return state !== 'stopping' && !isDown(state)
}

/** Whether a machine in this state has no process: it holds neither threads nor memory. */
export function isDown(state: MachineState): boolean {
  return state === 'stopped' || state === 'failed'
}

/**
 * Everything that a machine is made of. It is whole each time: a driver takes from it what differs from the last one
 * when the machine next starts, and never changes a machine that is up.
 */
export interface MachineSpec {
  /** The instance's UUID. */
  id: string
  name: string
  hostname: string
  ncpus: number
  /** Bytes. */
  memory: number
  /** What its guest shall find; null leaves the choice to the driver. */
  cpuPlatform: CpuPlatform | null
  /** Where it must run; null leaves the choice to the driver. */
  sledId: string | null
  /** One of `disks`; null boots from the first disk that can. */
  bootDiskId: string | null
  disks: MachineDisk[]
  nics: MachineNic[]
  /** cloud-init user data, base64; null for none. */
  userData: string | null
  /** OpenSSH public keys, one line each, for the default user of the guest. */
  sshPublicKeys: string[]
  /** What the image of the boot disk says it holds; null when that is unknown. */
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
  /** Six octets with colons. */
  mac: string
  /** The interface of the default route. */
  primary: boolean
  /** Addresses with the prefix length of their subnet, such as `172.30.0.5/22`, at most one a family. */
  addresses: string[]
  /** Bytes. */
  mtu: number
}

/** What the driver saw of one machine. */
export interface MachineReport {
  id: string
  state: MachineState
  /** When it came into this state, by the driver's clock. */
  since: Date
  /** Where it is; null while it is nowhere (stopped, failed). */
  sledId: string | null
  /** For people: why it is so, when nobody asked for it. */
  reason?: string
}

/** Sums since the machine was last started; none of them ever goes back until it stops, a reboot included. */
export interface MachineCounters {
  /** The start that they count from. */
  since: Date
  /** When they were read. */
  at: Date
  /** One entry for each virtual processor, in order: nanoseconds spent in each state. */
  vcpus: { run: number; idle: number; waiting: number; emulation: number }[]
  disks: DiskCounters[]
  nics: NicCounters[]
}

export interface DiskCounters {
  id: string
  reads: number
  bytesRead: number
  writes: number
  bytesWritten: number
  flushes: number
}

export interface NicCounters {
  id: string
  bytesSent: number
  packetsSent: number
  bytesReceived: number
  packetsReceived: number
  packetsDropped: number
}
