import { setTimeout as sleep } from 'node:timers/promises'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { DriverHost } from '@granary/compute/host.ts'
import type { MachineReading, MachineReport } from '@granary/compute/machine.ts'
import { countersOf } from './counters.ts'
import { createGate, type Gate } from './gate.ts'
import { openParts, type Parts, type QemuOptions } from './parts.ts'

/**
 * Opens the driver that runs machines with QEMU on this host. Machines that an earlier server started run on.
 * @throws Error with a sentence for people.
 */
export async function openQemuDriver(host: DriverHost, options: QemuOptions): Promise<ComputeDriver> {
  const gate = createGate()
  const parts = await openParts(host, options, gate.lose)
  const { machines, disks, networks, close } = parts
  await machines.open()
  await networks.keepTaps(machines.nicIds())
  for (const { disk, error } of await disks.finishSnapshots())
    host.log('warn', 'a snapshot is not finished', { disk, error: String(error) })
  return {
    ...hostCommands(parts, options, gate),
    ...machineCommands(parts, gate),
    ...diskCommands(parts, gate),
    close: async () => {
      if (gate.close()) await close()
    },
  }
}

/** A host that runs QEMU is its own rack, so there is no other sled. */
const noSpare = (serial: string): never => {
  throw new DriverError('not_found', `no rack has a sled ${serial}`)
}

type HostCommands = Pick<
  ComputeDriver,
  | 'facts'
  | 'inventory'
  | 'equipment'
  | 'adoptDisk'
  | 'prepareSled'
  | 'addSled'
  | 'ensureNetwork'
  | 'deleteNetwork'
  | 'networks'
  | 'onGaps'
  | 'subscribe'
>

const hostCommands = (
  { sled, networks, listeners }: Parts,
  { acceleration, accelerationReason, firmware, mtu }: QemuOptions,
  { command }: Gate,
): HostCommands => ({
  facts: () => ({
    acceleration,
    accelerationReason,
    firmware,
    mtu,
    multicast: false,
    storage: 'local',
    hotplug: true,
    externalNetworks: networks.externalNetworks(),
    uncounted: [],
  }),
  inventory: () => command(() => [structuredClone(sled)]),
  equipment: () => command(() => ({ switches: [], uninitializedSleds: [], unadoptedDisks: [] })),
  adoptDisk: ({ serial }) =>
    command(() => {
      throw new DriverError('not_found', `no host has an unadopted disk ${serial}`)
    }),
  prepareSled: ({ serial }) => command(() => noSpare(serial)),
  addSled: ({ serial }) => command(() => noSpare(serial)),
  ensureNetwork: (network) => command(() => networks.ensure(structuredClone(network))),
  deleteNetwork: (id) => command(() => networks.remove(id)),
  networks: () => command(() => networks.list()),
  onGaps: (listener) => networks.onGaps(listener),
  subscribe: (listener) => {
    // A new wrapper for each call, so that one function can be subscribed twice.
    const own = (report: MachineReport) => listener(report)
    listeners.add(own)
    return () => listeners.delete(own)
  },
})

type DiskCommands = Pick<
  ComputeDriver,
  | 'createDisk'
  | 'deleteDisk'
  | 'attachDisk'
  | 'detachDisk'
  | 'snapshotDisk'
  | 'deleteSnapshot'
  | 'createImage'
  | 'deleteImage'
  | 'writeBlocks'
  | 'syncDisk'
  | 'readBlocks'
>

const diskCommands = ({ machines, disks, sled, claim }: Parts, { command }: Gate): DiskCommands => ({
  createDisk: (given) => {
    const spec = structuredClone(given)
    return command(async () => {
      if (spec.sledId !== null && spec.sledId !== sled.id)
        throw new DriverError('not_found', `sled ${spec.sledId} is unknown`)
      await claim()
      return disks.create(spec)
    })
  },
  deleteDisk: (id) => command(() => disks.delete(id)),
  attachDisk: (id, disk) => command(() => machines.attach(id, { ...disk })),
  detachDisk: (id, diskId) => command(() => machines.get(id).detach(diskId)),
  snapshotDisk: (snapshot) => command(() => disks.snapshot(snapshot)),
  deleteSnapshot: (id) => command(() => disks.deleteFrozen('snapshot', id)),
  createImage: (image) => command(() => disks.createImage(image)),
  deleteImage: (id) => command(() => disks.deleteFrozen('image', id)),
  writeBlocks: (id, offset, bytes) => command(() => disks.write(id, offset, bytes)),
  syncDisk: (id) => command(() => disks.sync(id)),
  readBlocks: (id, offset, length) => command(() => disks.read(id, offset, length)),
})

/** Time that the counters of a machine may take: one whose process hangs does not delay those of the others; milliseconds. */
const READING_MS = 5_000

type MachineCommands = Omit<
  ComputeDriver,
  | keyof HostCommands
  | keyof DiskCommands
  | 'seed'
  | 'close'
  | 'routing'
  | 'ensureRouters'
  | 'bfdStates'
  | 'components'
  | 'updateComponent'
>

const machineCommands = ({ machines, networks, claim }: Parts, { command }: Gate): MachineCommands => ({
  ensureDefined: (given) => {
    const spec = structuredClone(given)
    return command(() => claim().then(() => machines.define(spec)))
  },
  ensureRunning: (given, number) => {
    const spec = structuredClone(given)
    return command(() => claim().then(() => machines.start(spec, number)))
  },
  ensureStopped: (id, number) => command(() => machines.stop(id, number)),
  reboot: (id, requestId, number) => command(() => machines.reboot(id, requestId, number)),
  destroy: (id) => command(() => machines.destroy(id)),
  list: () => command(() => machines.list()),
  view: (id) => command(() => machines.find(id)?.life.report),
  serial: (id) => ({
    history: (range) => command(async () => (await machines.get(id).line()).history(range)),
    connect: ({ mostRecent } = {}) =>
      command(async () => {
        const machine = machines.get(id)
        if (!machine.life.isUp) throw machine.life.notUp()
        return (await machine.line()).connect(mostRecent)
      }),
  }),
  counters: (id) => command(() => countersOf(machines.get(id), networks)),
  allCounters: () =>
    command(async () => {
      const readings = machines.up().map(async (machine): Promise<MachineReading[]> => {
        const reading = countersOf(machine, networks).catch(() => undefined)
        const counters = await Promise.race([reading, sleep(READING_MS, undefined, { ref: false })])
        return counters
          ? [{ id: machine.life.record.spec.id, sledId: machine.life.report.sledId!, ...counters }]
          : []
      })
      return (await Promise.all(readings)).flat()
    }),
})
