import type { BfdSession, BfdState } from './bfd.ts'
import type { Component, Release } from './component.ts'
import type { DiskSpec } from './disk.ts'
import type { DriverFacts } from './facts.ts'
import type { MachineCounters, MachineDisk, MachineReading, MachineReport, MachineSpec } from './machine.ts'
import type { Gap, NetworkSpec } from './network.ts'
import type { DiskIdentity, Equipment, SledIdentity } from './equipment.ts'
import type { RouterSpec, RoutingState } from './routing.ts'
import type { Seed } from './seed.ts'
import type { SerialPort } from './serial.ts'
import type { Sled } from './sled.ts'

/**
 * Runs the machines: a simulation, one host, or a cluster. The control plane decides on the desired state, sends it to
 * a driver, and trusts only the driver's reports.
 *
 * Guarantees of every driver:
 *
 * - **Idempotent commands.** A command can be repeated, even after a crash in the middle of it, and has one effect. A
 *   command whose result already exists (a disk that was created, a machine that is up, a deleted object) succeeds.
 *   Creating an existing id with different content is `invalid`. Ids are UUIDs and never reused.
 * - **Typed refusals.** A refused command throws a `DriverError` and changes nothing. Only after `unreachable` and
 *   `internal` is the outcome unknown; the caller then repeats or undoes the command.
 * - **Machine commands are asynchronous.** They resolve when the driver has recorded the request, safe from a crash of
 *   the caller. The resulting states arrive as reports, possibly much later and possibly different from the request.
 *   Commands about disks, snapshots and images resolve when the work is done.
 * - **No deadlines.** Any command may take minutes. Callers set their own deadline.
 * - **Order.** Commands of one caller about one machine or disk take effect in the order in which they were sent.
 * - **No late requests.** A caller that hung can send an old command when another caller has long carried out a later one. So the
 *   commands that start, stop or reboot a machine have the number of the request that they carry out, and the driver refuses a smaller one
 *   than the largest that it has taken for this machine (`superseded`), also when that had nothing to change. A command without a
 *   number is neither compared nor remembered.
 * - **A silent sled is not a failed one.** A machine on a sled that doesn't answer keeps its last state, and the `note` names the reason.
 *   Commands about it throw `unreachable`, and it starts nowhere else, because it may still run.
 */
export interface ComputeDriver {
  /** Has no cost. */
  facts(): DriverFacts

  /** Returns the current hosts, sorted by id. */
  inventory(): Promise<Sled[]>

  /** Returns the switches of the racks, and sleds and disks that are not in use yet. */
  equipment(): Promise<Equipment>

  /**
   * Returns the live state of the BGP routers of each switch. A switch without a router has empty lists. A driver
   * without switches leaves the method out.
   * @throws DriverError `unreachable` while a switch does not answer.
   */
  routing?(): Promise<RoutingState[]>

  /**
   * Makes the switches run these BGP routers and no others. Sessions of peers that stay the same are not interrupted.
   * Leaves out routers of switches and peers of ports that are gone. A driver without switches leaves the method out.
   * @throws DriverError `unreachable` while a switch does not answer.
   */
  ensureRouters?(routers: readonly RouterSpec[]): Promise<void>

  /**
   * Puts an unadopted disk to use: from then on `inventory` lists it with its sled. Succeeds for a disk in use.
   * @throws DriverError `not_found` for a disk that is in no sled.
   */
  adoptDisk(disk: DiskIdentity): Promise<void>

  /**
   * Makes sure that an uninitialized sled answers and can be put to use, without doing so. Succeeds for a sled in use.
   * @throws DriverError `not_found` for a sled that is in no rack, `unreachable` while it does not answer.
   */
  prepareSled(sled: SledIdentity): Promise<void>

  /**
   * Puts an uninitialized sled to use: from then on `inventory` lists it. Succeeds for a sled in use.
   * @throws DriverError `not_found` for a sled that is in no rack, `unreachable` while it does not answer.
   */
  addSled(sled: SledIdentity): Promise<void>

  /**
   * Returns the states of BFD sessions at their switches, in the given order. The caller decides which sessions there
   * are. A driver without switches leaves the method out.
   * @throws DriverError `unreachable` while a switch does not answer.
   */
  bfdStates?(sessions: readonly BfdSession[]): Promise<BfdState[]>

  /**
   * Returns the software of every sled and switch that it can update, sorted by id. A driver that updates none leaves this
   * method and `updateComponent` out.
   */
  components?(): Promise<Component[]>

  /**
   * Installs a release on a component. Resolves when the component runs the release and answers again, which may take
   * many minutes. Repeating it, also after a crash, continues an update that has begun. The caller updates one component at
   * a time.
   * @throws DriverError `not_found`; `invalid` for a release that the component can't run, or while it is being updated to
   * another one.
   */
  updateComponent?(componentId: string, release: Release): Promise<void>

  /**
   * Creates the machine in state stopped and reserves its disks, but no threads or memory yet. Resolves when its host
   * is ready for a first start (an instance is "creating" until then). Reports nothing. For a machine that is down
   * (stopped, failed), replaces its definition; leaves any other machine unchanged. `ensureRunning` includes this, so
   * it is only needed for a machine that exists before its first start.
   * @throws DriverError `not_found` for an unknown disk or sled; `invalid` for a disk that another machine holds, and for a boot
   * disk that the driver's firmware can't boot (such as one with blocks of 4,096 bytes).
   */
  ensureDefined(spec: MachineSpec): Promise<void>

  /**
   * Starts the machine unless it is already up (starting, running, rebooting, migrating, repairing). A stopping machine
   * starts once it has stopped. A machine without a definition is `starting` immediately. Reports `starting`, then
   * `running` or `failed`.
   * @throws DriverError as `ensureDefined`; `insufficient_capacity` if the sled, or every sled, lacks the memory
   * or the CPU platform; `superseded`. Threads are shared: the caller decides how many vCPUs a sled carries.
   */
  ensureRunning(spec: MachineSpec, requestNumber?: number): Promise<void>

  /**
   * Stops the machine unless it is down, and cancels a requested start that has not begun. Reports `stopping`, then
   * `stopped`. A failed machine becomes `stopped` immediately.
   * @throws DriverError `not_found`, `superseded`.
   */
  ensureStopped(machineId: string, requestNumber?: number): Promise<void>

  /**
   * Restarts a machine that is up, once per `requestId`: repeating an id does nothing, whatever the outcome of the
   * first call. Reports `rebooting`, then `running`.
   * @throws DriverError `not_found`; `invalid` if the machine is not up; `superseded`.
   */
  reboot(machineId: string, requestId: string, requestNumber?: number): Promise<void>

  /**
   * Destroys the machine immediately, in any state. Its disks are released and kept. Reports nothing: once resolved,
   * the machine is not listed. Succeeds for an unknown machine.
   */
  destroy(machineId: string): Promise<void>

  /**
   * Returns the current state of every machine: the source of truth after a lost report and after a restart of the
   * caller.
   */
  list(): Promise<MachineReport[]>

  /** Returns the entry of `list` for one machine, without the cost of the list; undefined if it is not listed. */
  view(machineId: string): Promise<MachineReport | undefined>

  /**
   * Calls the listener for each change of state from now on, including changes without a request. Reports can be
   * duplicated, or lost together with the engine's connection: callers compare `since`, and call `list` from time to
   * time. Reports about one machine arrive in order. A listener must not throw.
   * @returns a function that ends the subscription.
   */
  subscribe(listener: (report: MachineReport) => void): () => void

  /**
   * @throws DriverError `not_found` for the source or sled; `insufficient_capacity`; `invalid` for a size smaller than
   * the source.
   */
  createDisk(spec: DiskSpec): Promise<void>
  /** @throws DriverError `invalid` while a machine holds the disk. */
  deleteDisk(diskId: string): Promise<void>

  /**
   * Attaches a disk to a defined machine: hot-plugged if the machine is running, otherwise at its next start. The list
   * of disks in the next spec replaces this attachment.
   * @throws DriverError `not_found`; `invalid` if another machine holds the disk, or the machine is in a transient
   * state, or running and the driver can't do it then (`facts().hotplug`).
   */
  attachDisk(machineId: string, disk: MachineDisk): Promise<void>
  /**
   * Detaches a disk from a machine, under the rules of `attachDisk`. Succeeds for a disk that the machine doesn't hold.
   */
  detachDisk(machineId: string, diskId: string): Promise<void>

  /** Captures the content of a disk at one moment, durably. The disk may be in use. @throws DriverError `not_found`. */
  snapshotDisk(snapshot: { id: string; diskId: string }): Promise<void>
  /** Disks and images made from the snapshot are not affected. */
  deleteSnapshot(snapshotId: string): Promise<void>
  /** @throws DriverError `not_found` for the snapshot. */
  createImage(image: { id: string; snapshotId: string }): Promise<void>
  /** Disks made from the image are not affected. */
  deleteImage(imageId: string): Promise<void>

  /**
   * Writes to a disk that no running machine holds. Chunks can arrive in any order, concurrently and repeatedly. The
   * resolved write survives a crash of the driver (of the whole host after `syncDisk`). `offset` and length are
   * multiples of the disk's block size.
   * @throws DriverError `not_found`; `invalid` for a range beyond the disk or not aligned to its blocks, or while a
   * running machine holds the disk; `insufficient_capacity` if the storage is full.
   */
  writeBlocks(diskId: string, offset: number, bytes: Uint8Array): Promise<void>
  /** Resolves when all written bytes of the disk survive a power loss. @throws DriverError `not_found`. */
  syncDisk(diskId: string): Promise<void>
  /** Reads `length` bytes under the same rules. Unwritten blocks read as zeros. */
  readBlocks(diskId: string, offset: number, length: number): Promise<Uint8Array>

  /**
   * Creates a network or replaces its content, without a moment in which neither the old nor the new rules apply. Resolves
   * when packets of running machines follow it, with what the driver can't carry out. Guests get the addresses, gateways, DNS
   * servers and MTU of their interfaces by DHCPv4, router advertisements and DHCPv6. Does nothing else if the driver has this version already; `networkChanges` tells
   * what differs from the version that it has. An interface that no network names passes no packets, so a network can come
   * before or after its machines.
   */
  ensureNetwork(network: NetworkSpec): Promise<Gap[]>
  /** Deletes a network; packets of its interfaces no longer pass. Succeeds for an unknown network. */
  deleteNetwork(networkId: string): Promise<void>
  /** Returns the version of each network, so that the caller finds those to send again, and what is not carried out now. */
  networks(): Promise<{ id: string; version: string; gaps: Gap[] }[]>
  /**
   * Calls a listener when gaps have changed without a request, such as when a program of the host has ended: `networks` has them. A
   * driver whose gaps do not change leaves the method out. A listener must not throw.
   * @returns a function that ends the subscription.
   */
  onGaps?(listener: () => void): () => void

  /** Has no cost and checks nothing. The port's own methods check that the machine exists and is up. */
  serial(machineId: string): SerialPort

  /** @throws DriverError `not_found`; `invalid` if the machine is not up. */
  counters(machineId: string): Promise<MachineCounters>

  /**
   * Returns the counters of every machine that is up, for a collector that reads them every few seconds. It costs far
   * less than one call per machine and lets other work run in between. Machines that can't be read are left out.
   */
  allCounters(): Promise<MachineReading[]>

  /** Creates or replaces machines and disks in any state, for a data set. Only simulated drivers support it. */
  seed?(seed: Seed): Promise<void>

  /** Releases timers and connections; machines keep running. Every later call throws `unreachable`. */
  close(): Promise<void>
}
