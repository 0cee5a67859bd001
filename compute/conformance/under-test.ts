import type { Release } from '../src/component.ts'
import type { ComputeDriver } from '../src/driver.ts'

/** A driver without machines and disks, opened for one test, and controls for its environment. */
export interface DriverUnderTest {
  driver: ComputeDriver
  /** Advances the machines' time by `ms` milliseconds. A real driver sleeps. */
  pass: (ms: number) => Promise<void>
  /** Longest time that a command, a change of state or a guest may take; milliseconds of the machines' time. */
  limit: number
  /**
   * Makes a disk that boots a small guest. It answers on its serial line, accepts TCP connections to the ports 80 and 443,
   * and gets the addresses of its interfaces from the driver, also when its network comes later.
   */
  bootDisk: () => Promise<BootDisk>
  /** Opens a second driver on the same machines, as a server does after a crash. The first is not used again. */
  reopen: () => Promise<ComputeDriver>
  /** Kills the machine's process without the driver. */
  kill: (machineId: string) => Promise<void>
  /** Whether a guest that is ready can open a TCP connection. Not called without the capability `traffic`. */
  connects: (machineId: string, address: string, port: number) => Promise<boolean>
  /** Returns a release that the driver can install. Without it, the tests use releases without artifacts. */
  release?: (version: string) => Release
}

export interface BootDisk {
  id: string
  /** Resolves when the guest of the machine that boots from the disk answers. */
  ready: (machineId: string) => Promise<void>
}

/** Features of a driver's host. Any value but `true` is the reason for skipping the tests that need the feature. */
export interface DriverCapabilities {
  machines: true | string
  /** Machines boot a guest from a disk. */
  guests: true | string
  blocks: true | string
  snapshots: true | string
  serial: true | string
  counters: true | string
  kill: true | string
  reopen: true | string
  traffic: true | string
}
