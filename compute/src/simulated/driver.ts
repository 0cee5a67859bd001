import type { ComputeDriver } from '../driver.ts'
import type { DriverFacts } from '../facts.ts'
import type { MachineReport } from '../machine.ts'
import type { Seed } from '../seed.ts'
import { countersAt } from './counters.ts'
import { createGate, type Gate } from './gate.ts'
import { createParts, type Parts, RACK, type SimulationOptions } from './parts.ts'
import { seedMachines } from './seed-machines.ts'

/** A driver of simulated machines, with controls for events without a request. */
export interface SimulatedDriver extends ComputeDriver {
  /** Kills the machine's process. */
  fail(machineId: string, reason: string): Promise<void>
  /** Migrates a running machine to another sled. */
  migrate(machineId: string, sledId: string): Promise<void>
  /** Repairs a running machine on its sled. */
  repair(machineId: string): Promise<void>
  /** Whether a sled answers no more; until it is called again, or the driver is opened again. */
  silence(sledId: string, isSilent: boolean): void
  /** Sends a report, true or not. */
  misreport(report: MachineReport): void
  seed(seed: Seed): Promise<void>
}

/** Opens the simulated rack of the store. Its machines have kept running since it was last open. */
export async function openSimulatedDriver(options: SimulationOptions = {}): Promise<SimulatedDriver> {
  const parts = createParts(options)
  const gate = createGate(parts, options.faults)
  const { rack, disks, machines, consoles, locks } = parts
  // Adopted disks count as storage from the start.
  await rack.sleds()
  await disks.open()
  await machines.open()
  return {
    ...hardwareCommands(parts, gate),
    ...machineCommands(parts, gate),
    ...diskCommands(parts, gate),
    ...networkCommands(parts, gate),
    ...events(parts),
    close: async () => {
      if (!gate.close()) return
      await locks.settled()
      machines.announcer.close()
      await consoles.close()
    },
  }
}

/** The simulated rack carries out everything that the interface has. */
const FACTS: Omit<DriverFacts, 'hotplug'> = {
  acceleration: 'simulated',
  accelerationReason: null,
  mtu: 9000,
  multicast: true,
  storage: 'shared',
  externalNetworks: null,
  firmware: null,
  uncounted: [],
}

type HardwareCommands = Pick<
  ComputeDriver,
  | 'facts'
  | 'inventory'
  | 'equipment'
  | 'routing'
  | 'ensureRouters'
  | 'bfdStates'
  | 'adoptDisk'
  | 'prepareSled'
  | 'addSled'
  | 'components'
  | 'updateComponent'
>

const hardwareCommands = (
  { rack, routing, updates, hotplug, silence }: Parts,
  { disturbed, command, until }: Gate,
): HardwareCommands => ({
  facts: () => ({ ...FACTS, hotplug }),
  inventory: () => disturbed('inventory', '', async () => silence.sleds(await rack.sleds())),
  equipment: () => disturbed('equipment', '', () => rack.equipment()),
  routing: () => disturbed('routing', '', () => routing.states()),
  ensureRouters: (routers) =>
    command('ensureRouters', 'routers', () => routing.ensure(structuredClone(routers))),
  // A simulated site has no routers, so no peer ever answers.
  bfdStates: (sessions) => disturbed('bfdStates', '', async () => sessions.map(() => 'down')),
  adoptDisk: (disk) => command('adoptDisk', disk.serial, () => rack.adopt(disk)),
  prepareSled: (sled) => command('prepareSled', sled.serial, () => rack.prepare(sled)),
  addSled: (sled) => command('addSled', sled.serial, () => rack.add(sled)),
  components: () => disturbed('components', '', () => updates.components()),
  updateComponent: async (id, { version }) => {
    const endsAt = await command('updateComponent', id, () => updates.begin(id, version))
    await until(endsAt)
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

/** Returns a check that the sled of a machine answers. */
const answering =
  ({ machines, silence }: Parts) =>
  async (id: string, sledId?: string | null): Promise<void> =>
    silence.require(await machines.view(id), sledId)

const diskCommands = (parts: Parts, { disturbed, command }: Gate): DiskCommands => {
  const { machines, disks } = parts
  const check = answering(parts)
  return {
    createDisk: (spec) => command('createDisk', spec.id, () => disks.create(structuredClone(spec))),
    deleteDisk: (id) => command('deleteDisk', id, () => disks.delete(id)),
    attachDisk: (id, disk) =>
      command('attachDisk', id, () => check(id).then(() => machines.attach(id, { ...disk }))),
    detachDisk: (id, diskId) =>
      command('detachDisk', id, () => check(id).then(() => machines.detach(id, diskId))),
    snapshotDisk: (snapshot) => command('snapshotDisk', snapshot.id, () => disks.snapshot(snapshot)),
    deleteSnapshot: (id) => command('deleteSnapshot', id, () => disks.deleteFrozen('snapshot', id)),
    createImage: (image) => command('createImage', image.id, () => disks.createImage(image)),
    deleteImage: (id) => command('deleteImage', id, () => disks.deleteFrozen('image', id)),
    writeBlocks: (id, offset, bytes) => disturbed('writeBlocks', id, () => disks.write(id, offset, bytes)),
    syncDisk: (id) => disturbed('syncDisk', id, () => disks.sync(id)),
    readBlocks: (id, offset, length) => disturbed('readBlocks', id, () => disks.read(id, offset, length)),
  }
}

type NetworkCommands = Pick<ComputeDriver, 'ensureNetwork' | 'deleteNetwork' | 'networks'>

const networkCommands = ({ networks }: Parts, { disturbed, command }: Gate): NetworkCommands => ({
  ensureNetwork: (spec) => command('ensureNetwork', spec.id, () => networks.ensure(structuredClone(spec))),
  deleteNetwork: (id) => command('deleteNetwork', id, () => networks.delete(id)),
  networks: () => disturbed('networks', '', () => networks.list()),
})

type MachineCommands = Omit<
  ComputeDriver,
  keyof HardwareCommands | keyof DiskCommands | keyof NetworkCommands | 'seed' | 'close'
>

const machineCommands = (parts: Parts, { checkOpen, disturbed, command, until }: Gate): MachineCommands => {
  const { machines, consoles, silence, now } = parts
  const check = answering(parts)
  return {
    list: () =>
      disturbed('list', '', async () => (await machines.list()).map((each) => silence.report(each))),
    view: (id) =>
      disturbed('view', id, async () => {
        const report = await machines.view(id)
        return report && silence.report(report)
      }),
    subscribe: (listener) => machines.announcer.subscribe(listener),

    ensureDefined: async (spec) => {
      const readyAt = await command('ensureDefined', spec.id, () => machines.define(structuredClone(spec)))
      await until(readyAt)
    },
    ensureRunning: (spec, number) =>
      command('ensureRunning', spec.id, async () => {
        await check(spec.id, spec.sledId)
        await machines.start(structuredClone(spec), number)
      }),
    ensureStopped: (id, number) =>
      command('ensureStopped', id, () => check(id).then(() => machines.stop(id, number))),
    reboot: (id, requestId, number) =>
      command('reboot', id, () => check(id).then(() => machines.reboot(id, requestId, number))),
    destroy: (id) =>
      command('destroy', id, async () => {
        await check(id)
        await consoles.forget(id)
        await machines.destroy(id)
      }),

    serial: (id) => ({
      history: async (range) => {
        checkOpen()
        return consoles.history(id, range)
      },
      connect: async ({ mostRecent } = {}) => {
        checkOpen()
        return consoles.connect(id, mostRecent)
      },
    }),
    counters: (id) =>
      disturbed('counters', id, async () => {
        const record = await machines.get(id)
        return countersAt(record.spec, machines.requireUp(record).boot.startedAt, now())
      }),
    allCounters: () => disturbed('allCounters', '', () => machines.counters()),
  }
}

type Events = Omit<SimulatedDriver, Exclude<keyof ComputeDriver, 'seed'>>

const events = ({ machines, disks, holdings, updates, silence, now, onRack }: Parts): Events => ({
  silence: (sledId, isSilent) => silence.set(sledId, isSilent),
  fail: (id, reason) => onRack(id, () => machines.fail(id, reason)),
  migrate: (id, sledId) =>
    onRack(id, () => machines.interrupt(id, 'migrating', 'the rack moves it to another sled', sledId)),
  repair: (id) => onRack(id, () => machines.interrupt(id, 'repairing', 'the rack repairs its storage')),
  misreport: (report) => machines.announcer.publish(report),
  seed: (seed) =>
    onRack(RACK + '/seed', async () => {
      await seedMachines(seed, { machines, disks, holdings, now: now() })
      for (const { id, version } of seed.components ?? []) await updates.install(id, version)
    }),
})
