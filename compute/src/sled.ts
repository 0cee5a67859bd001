import type { CpuPlatform } from './cpu-platform.ts'

/** One host that machines can be placed on. A driver for a single host reports exactly one. */
export interface Sled {
  /** UUID that stays the same over restarts of the host and of the driver. */
  id: string
  /** UUID of the rack, or of whatever groups hosts for the engine; a single host is its own rack. */
  rackId: string
  baseboard: { part: string; serial: string; revision: number }
  /** Position in the rack, from 0; null where the engine knows none. */
  slot: number | null
  /** Hardware threads that machines may have in sum. */
  usableHardwareThreads: number
  /** Bytes of memory that machines may have in sum. */
  usablePhysicalRam: number
  /**
   * The platforms that it can give to machines: its own, and older ones whose features it has too. None where the engine
   * cannot tell; then it runs only machines that ask for none.
   */
  cpuPlatforms: CpuPlatform[]
  disks: PhysicalDisk[]
}

export interface PhysicalDisk {
  id: string
  vendor: string
  model: string
  serial: string
  formFactor: 'm2' | 'u2'
  /** Bytes. */
  size: number
}
