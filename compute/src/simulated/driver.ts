import { systemClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { ComputeDriver } from '../driver.ts'
import type { DriverLog } from '../host.ts'
import { isDown, isUp } from '../machine.ts'
import type { MachineReport } from '../machine.ts'
import { memoryBlocks, memoryStore } from '../memory-store.ts'
import type { Seed } from '../seed.ts'
import type { Sled } from '../sled.ts'
import type { BlockStore, DriverStore } from '../store.ts'
import { Content } from './content.ts'
import { countersAt } from './counters.ts'
import { Disks } from './disks.ts'
import { Rack } from './equipment.ts'
import type { Command, Faults } from './faults.ts'
import { Holdings } from './holdings.ts'
import { KeyedLock } from './lock.ts'
import { Machines } from './machines.ts'
import { Networks } from './networks.ts'
import { simulatedRack } from './rack.ts'
import { createRecheck } from './recheck.ts'
import { seedMachines } from './seed-machines.ts'
import { Consoles } from './serial/consoles.ts'
import { currentPhase } from './timeline.ts'
import { rackTimings } from './timings.ts'
import type { Timings } from './timings.ts'
import { Waits } from './waits.ts'

export interface SimulationOptions {
  clock?: Clock
  /** Receives failures of background work; ignored by default. */
  log?: DriverLog
  /** Storage for machines, disks and consoles; in memory by default. */
  store?: DriverStore
  /** Storage for the content of disks; in memory by default. */
  blocks?: BlockStore
  sleds?: Sled[]
  timings?: Partial<Timings>
  /** Divides every duration; 1 by default. */
  speed?: number
  faults?: Faults
}

/** A driver of simulated machines, with controls for events without a request. */
export interface SimulatedDriver extends ComputeDriver {
  /** Kills the machine's process. */
  fail(machineId: string, reason: string): Promise<void>
  /** Migrates a running machine to another sled. */
  migrate(machineId: string, sledId: string): Promise<void>
  /** Repairs a running machine on its sled. */
  repair(machineId: string): Promise<void>
  /** Sends a report, true or not. */
  misreport(report: MachineReport): void
  seed(seed: Seed): Promise<void>
}

/** Lock key of commands about different objects: placement and layers affect all of them. */
const RACK = 'rack'

/** Opens the simulated rack of the store. Its machines have kept running since it was last open. */
export async function openSimulatedDriver(options: SimulationOptions = {}): Promise<SimulatedDriver> {
  const { clock = systemClock, store = memoryStore(), blocks = memoryBlocks(), faults } = options
  const { speed = 1, log = () => {} } = options
  const sleds = structuredClone(options.sleds ?? simulatedRack())
  const timings = scale({ ...rackTimings, ...options.timings }, speed)
  const holdings = new Holdings(sleds)
  const rack = new Rack(sleds, store)
  const recheck = createRecheck(store, holdings)
  const waits = new Waits(clock)
  const locks = new KeyedLock()
  let closed = false

  const now = () => clock.now().getTime()
  const onRack = <T>(id: string, work: () => Promise<T>) => locks.run(id, () => locks.run(RACK, work))

  const machines: Machines = new Machines({
    clock,
    log,
    store,
    timings,
    holdings,
    recheck,
    changed: (record) => consoles.follow(record),
    exclusive: onRack,
  })
  const disks = new Disks({
    store,
    content: new Content(store, blocks),
    holdings,
    recheck,
    isInUse: async (diskId, machineId) => {
      const record = await machines.find(machineId)
      if (!record?.spec.disks.some(({ id }) => id === diskId)) return false
      const phase = currentPhase(record.phases, now())
      return phase !== undefined && !isDown(phase.state)
    },
  })
  const networks = new Networks({
    store,
    log,
    isUp: async (id) => {
      const record = await machines.find(id)
      const phase = record && currentPhase(record.phases, now())
      return phase !== undefined && isUp(phase.state)
    },
  })
  const consoles: Consoles = new Consoles({
    clock,
    log,
    store,
    pace: { speed, greeting: timings.serialGreeting },
    echoDelay: timings.serialEchoDelay,
    getMachine: (id) => machines.get(id),
    probe: (spec, packet) => networks.probe(spec, packet),
    getDiskSize: async (id) => (await disks.find(id))?.spec.size,
    onPower: (id, effect) => {
      const turned = onRack(id, () =>
        effect === 'reboot'
          ? machines.reboot(id, { reason: 'the guest restarted itself' })
          : machines.stop(id, 'the guest powered itself off'),
      )
      turned.catch((error: unknown) => {
        // A refusal means that a concurrent command stopped or destroyed the machine. Nothing is left to do.
        if (error instanceof DriverError) return
        log('error', "a guest's power switch was lost", { machine: id, effect, error: String(error) })
      })
    },
  })

  const checkOpen = () => {
    if (closed) throw new DriverError('unreachable', 'the driver is closed')
  }

  /** Runs one command with its injected faults. `id` orders commands about the same object. */
  const disturbed = async <T>(command: Command, id: string, work: () => Promise<T>): Promise<T> => {
    checkOpen()
    const fault = faults?.(command, id)
    if (fault?.delay) await waits.wait(fault.delay)
    checkOpen()
    if (fault?.refuse) throw fault.refuse
    const answer = await work().catch(rethrow)
    if (fault?.loseAnswer) throw new DriverError('unreachable', `the answer to ${command} was lost`)
    return answer
  }
  const command = <T>(name: Command, id: string, work: () => Promise<T>): Promise<T> =>
    locks.run(`command/${id}`, () => disturbed(name, id, () => onRack(id, work)))

  // Adopted disks count as storage from the start.
  await rack.sleds()
  await disks.open()
  await machines.open()

  return {
    inventory: () => disturbed('inventory', '', () => rack.sleds()),
    equipment: () => disturbed('equipment', '', () => rack.equipment()),
    adoptDisk: (disk) => command('adoptDisk', disk.serial, () => rack.adopt(disk)),
    list: () => disturbed('list', '', () => machines.list()),
    view: (id) => disturbed('view', id, () => machines.view(id)),
    subscribe: (listener) => machines.announcer.subscribe(listener),

    ensureDefined: async (spec) => {
      const readyAt = await command('ensureDefined', spec.id, () => machines.define(structuredClone(spec)))
      await waits.wait(readyAt - now())
    },
    ensureRunning: (spec) => command('ensureRunning', spec.id, () => machines.start(structuredClone(spec))),
    ensureStopped: (id) => command('ensureStopped', id, () => machines.stop(id)),
    reboot: (id, requestId) => command('reboot', id, () => machines.reboot(id, { requestId })),
    destroy: (id) =>
      command('destroy', id, async () => {
        await consoles.forget(id)
        await machines.destroy(id)
      }),

    createDisk: (spec) => command('createDisk', spec.id, () => disks.create(structuredClone(spec))),
    deleteDisk: (id) => command('deleteDisk', id, () => disks.delete(id)),
    attachDisk: (id, disk) => command('attachDisk', id, () => machines.attach(id, { ...disk })),
    detachDisk: (id, diskId) => command('detachDisk', id, () => machines.detach(id, diskId)),
    snapshotDisk: (snapshot) => command('snapshotDisk', snapshot.id, () => disks.snapshot(snapshot)),
    deleteSnapshot: (id) => command('deleteSnapshot', id, () => disks.deleteFrozen('snapshot', id)),
    createImage: (image) => command('createImage', image.id, () => disks.createImage(image)),
    deleteImage: (id) => command('deleteImage', id, () => disks.deleteFrozen('image', id)),
    writeBlocks: (id, offset, bytes) => disturbed('writeBlocks', id, () => disks.write(id, offset, bytes)),
    syncDisk: (id) => disturbed('syncDisk', id, () => disks.sync(id)),
    readBlocks: (id, offset, length) => disturbed('readBlocks', id, () => disks.read(id, offset, length)),

    ensureNetwork: (spec) => command('ensureNetwork', spec.id, () => networks.ensure(structuredClone(spec))),
    deleteNetwork: (id) => command('deleteNetwork', id, () => networks.delete(id)),
    networks: () => disturbed('networks', '', () => networks.list()),

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

    fail: (id, reason) => onRack(id, () => machines.fail(id, reason)),
    migrate: (id, sledId) =>
      onRack(id, () => machines.interrupt(id, 'migrating', 'the rack moves it to another sled', sledId)),
    repair: (id) => onRack(id, () => machines.interrupt(id, 'repairing', 'the rack repairs its storage')),
    misreport: (report) => machines.announcer.publish(report),
    seed: (seed) =>
      onRack(RACK + '/seed', () => seedMachines(seed, { machines, disks, holdings, now: now() })),

    close: async () => {
      if (closed) return
      closed = true
      waits.close()
      await locks.settled()
      machines.announcer.close()
      await consoles.close()
    },
  }
}

/** Converts a store's errors to the one kind that callers handle. */
function rethrow(error: unknown): never {
  if (error instanceof DriverError) throw error
  throw new DriverError('internal', `the store failed: ${String(error)}`, { cause: error })
}

function scale(timings: Timings, speed: number): Timings {
  const entries = Object.entries(timings).map(([name, duration]) => [name, duration / speed] as const)
  return Object.fromEntries(entries) as unknown as Timings
}
