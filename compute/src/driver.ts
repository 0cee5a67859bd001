import type { DiskSpec } from './disk.ts'
import type { MachineCounters, MachineDisk, MachineReport, MachineSpec } from './machine.ts'
import type { Seed } from './seed.ts'
import type { SerialPort } from './serial.ts'
import type { Sled } from './sled.ts'

/**
 * What runs the machines: a simulation, one host, or a cluster. The control plane decides what should be, tells a driver,
 * and believes only what the driver reports.
 *
 * What callers rely on, and every driver keeps:
 *
 * - **Idempotent.** Each command may be repeated, also after a crash in the middle of it, and then has one effect. A
 *   command whose end is already there (a disk that exists, a machine that is up, something deleted that is gone)
 *   succeeds. Creating under an id that exists with another content is `invalid`. Ids are UUIDs, never used a second time.
 * - **Refusals are typed.** A command that is refused throws a `DriverError` and has changed nothing, except with
 *   `unreachable` and `internal`: then nobody knows, and it is repeated or undone.
 * - **Commands about machines are wishes.** They resolve when the wish is taken and safe from a crash of the caller; the
 *   states that follow arrive as reports, perhaps much later, perhaps others than wished. Commands about disks, snapshots
 *   and images resolve when the work is done.
 * - **Slow is normal.** Any command may take minutes; callers bring their own deadline.
 * - **Order.** Commands about one machine or disk take effect in the order in which they were made by one caller.
 */
export interface ComputeDriver {
  /** The hosts there are now, sorted by id. */
  inventory(): Promise<Sled[]>

  /**
   * Makes the machine known, stopped, with its disks held; it takes no threads and no memory yet. Resolves when its host is
   * ready for a first start (an instance is "creating" until then), and nothing is reported for it. On a machine that is
   * down (stopped, failed) it replaces what is known of it; any other is left alone. `ensureRunning` does what is
   * missing of it, so this is for a machine that shall exist before it ever starts.
   * @throws DriverError `not_found` for a disk or sled that is unknown, `invalid` for a disk that another machine holds.
   */
  ensureDefined(spec: MachineSpec): Promise<void>

  /**
   * Starts the machine unless it is up (starting, running, rebooting, migrating, repairing) already; one that is stopping
   * starts when it has stopped. A machine that was never defined is `starting` at once. Reports `starting`, then `running`, or `failed`.
   * @throws DriverError as `ensureDefined`; `insufficient_capacity` when the sled, or every sled, is too full or has
   * not the CPU platform.
   */
  ensureRunning(spec: MachineSpec): Promise<void>

  /**
   * Stops the machine unless it is down; takes back a start that was wished and has not begun. Reports `stopping`, then
   * `stopped`. A failed machine becomes `stopped` at once.
   * @throws DriverError `not_found`.
   */
  ensureStopped(machineId: string): Promise<void>

  /**
   * Restarts a machine that is up, once for each `requestId`: a repeated id does nothing, whatever became of the first.
   * Reports `rebooting`, then `running`.
   * @throws DriverError `not_found`; `invalid` when it is not up.
   */
  reboot(machineId: string, requestId: string): Promise<void>

  /**
   * Forgets the machine, at once and in whatever state it is; its disks are let go and stay. Nothing is reported: when
   * it has resolved the machine is in no list. An unknown one is gone already.
   */
  destroy(machineId: string): Promise<void>

  /** Every machine that the driver knows, as it is now. The truth after a lost push, and after a start of the caller. */
  list(): Promise<MachineReport[]>

  /** What `list` says of one machine, at the cost of one; undefined when it is not in the list. */
  view(machineId: string): Promise<MachineReport | undefined>

  /**
   * Pushes each change of state from now on, also those that nobody asked for. A report may come twice, and one may be
   * lost when the engine's connection is: callers compare `since`, and call `list` from time to time. The reports of one
   * machine come in order. A listener must not throw.
   * @returns stops the pushing.
   */
  subscribe(listener: (report: MachineReport) => void): () => void

  /** @throws DriverError `not_found` for the source or sled; `insufficient_capacity`; `invalid` for a size that the source exceeds. */
  createDisk(spec: DiskSpec): Promise<void>
  /** @throws DriverError `invalid` while a machine holds it. */
  deleteDisk(diskId: string): Promise<void>

  /**
   * Gives a disk to a machine that is defined: plugged in at once when it is running, else there at its next start. The
   * list of disks in the next spec replaces what was attached so.
   * @throws DriverError `not_found`; `invalid` when another machine holds it, or when the machine is between two states.
   */
  attachDisk(machineId: string, disk: MachineDisk): Promise<void>
  /** Takes a disk from a machine, as `attachDisk` gives it. A disk that the machine does not hold is detached already. */
  detachDisk(machineId: string, diskId: string): Promise<void>

  /** Keeps the content of a disk as it is at one moment, safe from a loss of power; the disk may be in use. @throws DriverError `not_found`. */
  snapshotDisk(snapshot: { id: string; diskId: string }): Promise<void>
  /** Disks and images that were made from it stay whole. */
  deleteSnapshot(snapshotId: string): Promise<void>
  /** @throws DriverError `not_found` for the snapshot. */
  createImage(image: { id: string; snapshotId: string }): Promise<void>
  /** Disks that were made from it stay whole. */
  deleteImage(imageId: string): Promise<void>

  /**
   * Writes to a disk that no running machine holds. Chunks may come in any order, at the same time, and repeatedly; when it
   * resolves the bytes survive a crash of the driver (of the whole host after `syncDisk`). `offset` and length are multiples of the disk's block size.
   * @throws DriverError `not_found`; `invalid` outside of the disk, off the blocks, or while a running machine holds it;
   * `insufficient_capacity` when the storage is full.
   */
  writeBlocks(diskId: string, offset: number, bytes: Uint8Array): Promise<void>
  /** Resolves when all bytes written to the disk survive a loss of power. @throws DriverError `not_found`. */
  syncDisk(diskId: string): Promise<void>
  /** Reads `length` bytes under the same rules; what was never written is zero. */
  readBlocks(diskId: string, offset: number, length: number): Promise<Uint8Array>

  /** Costs nothing and checks nothing; the port's own calls find out whether the machine is there and up. */
  serial(machineId: string): SerialPort

  /** @throws DriverError `not_found`; `invalid` when it is not up. */
  counters(machineId: string): Promise<MachineCounters>

  /**
   * Puts machines and disks into any state, for a data set; replaces those that exist. Only drivers of made-up machines
   * have it.
   */
  seed?(seed: Seed): Promise<void>

  /** Lets go of timers and connections; machines go on. Every later call throws `unreachable`. */
  close(): Promise<void>
}
