import { DriverError } from '@granary/compute/driver-error.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { DriverFacts } from '@granary/compute/facts.ts'
import type { DriverHost } from '@granary/compute/host.ts'
import type { NetworkSpec } from '@granary/compute/network.ts'
import { TOY_SLED, ToyMachines } from './machines.ts'
import { ToyTable } from './table.ts'

const TOY_FACTS: DriverFacts = {
  acceleration: 'simulated',
  accelerationReason: 'Machines of the toy driver only have states.',
  mtu: 1500,
  multicast: false,
  storage: 'shared',
  hotplug: true,
  externalNetworks: [],
  firmware: null,
  uncounted: ['vcpus', 'latencies'],
}

const noSpare = (serial: string): never => {
  throw new DriverError('not_found', `no other host ${serial}`)
}

/** The reason why the toy has no serial port, counters, snapshots, crashes and packets. */
export const UNSUPPORTED_BY_TOY = 'the toy driver leaves it out'

/**
 * Opens a second driver, the smallest that the conformance suite accepts: one host, machines that change state at once,
 * disks in memory. It proves that a driver needs nothing of the simulation.
 */
export async function openToyDriver({ clock }: Pick<DriverHost, 'clock'>): Promise<ComputeDriver> {
  let open = true
  const machines = new ToyMachines(clock)
  const { disks, listeners } = machines
  const networks = new ToyTable<NetworkSpec>('network')
  const lacking = () => Promise.reject(new DriverError('internal', UNSUPPORTED_BY_TOY))

  /** Makes a command of work that completes at once. */
  const command =
    <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
    async (...args: Args): Promise<Result> => {
      if (!open) throw new DriverError('unreachable', 'the driver is closed')
      return work(...structuredClone(args))
    }

  return {
    facts: () => TOY_FACTS,
    inventory: command(() => [TOY_SLED]),
    equipment: command(() => ({ switches: [], uninitializedSleds: [], unadoptedDisks: [] })),
    adoptDisk: command((disk) => {
      throw new DriverError('not_found', `no disk ${disk.serial}`)
    }),
    prepareSled: command(({ serial }) => noSpare(serial)),
    addSled: command(({ serial }) => noSpare(serial)),
    ensureDefined: command((spec) => void machines.define(spec)),
    ensureRunning: command((spec, number) => machines.start(spec, number)),
    ensureStopped: command((id, number) => machines.stop(id, number)),
    reboot: command((id, requestId, number) => machines.reboot(id, requestId, number)),
    destroy: command((id) => machines.delete(id)),
    list: command(() => machines.all().map(({ report }) => report)),
    view: command((id) => machines.find(id)?.report),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    createDisk: command((spec) => disks.create(spec)),
    deleteDisk: command((id) => disks.remove(id)),
    attachDisk: command((id, disk) =>
      machines.changeDisks(id, (before) => [...before.filter((each) => each.id !== disk.id), disk]),
    ),
    detachDisk: command((id, diskId) =>
      machines.changeDisks(id, (before) => before.filter((each) => each.id !== diskId)),
    ),
    writeBlocks: command((id, offset, bytes) => disks.write(id, offset, bytes)),
    syncDisk: command((id) => void disks.get(id)),
    readBlocks: command((id, offset, length) => disks.read(id, offset, length)),
    snapshotDisk: lacking,
    deleteSnapshot: lacking,
    createImage: lacking,
    deleteImage: lacking,
    ensureNetwork: command((spec) => {
      networks.set(spec.id, spec)
      return []
    }),
    deleteNetwork: command((id) => networks.delete(id)),
    networks: command(() => networks.all().map(({ id, version }) => ({ id, version, gaps: [] }))),
    serial: () => ({ history: lacking, connect: lacking }),
    counters: lacking,
    allCounters: lacking,
    close: async () => {
      open = false
      listeners.clear()
    },
  }
}
