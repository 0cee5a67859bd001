import type { CpuPlatform } from './cpu-platform.ts'

/** A host for machines. A driver for a single host reports exactly one. */
export interface Sled {
  /** UUID that survives restarts of the host and the driver. */
  id: string
  /** UUID of the rack, or of the engine's grouping of hosts. A single host is its own rack. */
  rackId: string
  baseboard: { part: string; serial: string; revision: number }
  /** Position in the rack, from 0; null if the engine knows none. */
  slot: number | null
  /** Total hardware threads for machines. */
  usableHardwareThreads: number
  /** Total memory for machines, in bytes. */
  usablePhysicalRam: number
  /**
   * Platforms that the host can provide to machines: its own, and older ones with a subset of its features. Empty if
   * the engine doesn't know; then the host runs only machines that request none.
   */
  cpuPlatforms: CpuPlatform[]
  /** Bytes for disks on this sled, used or not; null if the engine doesn't know. With shared storage, this sled's share. */
  usableStorage: number | null
  /**
   * `unreachable`: the sled does not answer, and its machines may still run. Reports of them are the last ones known.
   * `evacuated`: it runs nothing and takes no machine until it is restored.
   */
  state: 'up' | 'unreachable' | 'evacuated'
  disks: PhysicalDisk[]
}

export interface PhysicalDisk {
  id: string
  /** Null if unknown, such as for a virtual disk. So are the model and the form factor. */
  vendor: string | null
  model: string | null
  serial: string
  formFactor: 'm2' | 'u2' | null
  /** Bytes. */
  size: number
}
