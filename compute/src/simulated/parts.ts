import { systemClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { DriverLog } from '../host.ts'
import { isDown, isUp } from '../machine.ts'
import { memoryBlocks, memoryStore } from '../memory-store.ts'
import type { Sled } from '../sled.ts'
import type { BlockStore, DriverStore } from '../store.ts'
import { Content } from './content.ts'
import { Disks } from './disks.ts'
import { Rack } from './equipment.ts'
import type { Faults } from './faults.ts'
import { Holdings } from './holdings.ts'
import { KeyedLock } from '../lock.ts'
import { Machines } from './machines.ts'
import { Networks } from './networks.ts'
import { simulatedRack } from './rack.ts'
import { createRecheck } from './recheck.ts'
import { Routing } from './routing.ts'
import { Consoles } from './serial/consoles.ts'
import { currentPhase } from './timeline.ts'
import { Silence } from './silence.ts'
import { Updates } from './updates.ts'
import { rackTimings } from './timings.ts'
import type { Timings } from './timings.ts'

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
  /** Whether disks can be attached to a running machine, and detached from it; false by default. */
  hotplug?: boolean
}

/** Lock key of commands about different objects: placement and layers affect all of them. */
export const RACK = 'rack'

export type Parts = ReturnType<typeof createParts>

/** Creates the parts of a simulated rack, which refer to each other. */
export function createParts(options: SimulationOptions) {
  const { clock = systemClock, store = memoryStore(), blocks = memoryBlocks() } = options
  const { speed = 1, log = () => {}, hotplug = false } = options
  const sleds = structuredClone(options.sleds ?? simulatedRack())
  const timings = scale({ ...rackTimings, ...options.timings }, speed)
  const holdings = new Holdings(sleds)
  const rack = new Rack(sleds, store)
  const recheck = createRecheck(store, holdings)
  const locks = new KeyedLock()

  const now = () => clock.now().getTime()
  const routing = new Routing(rack, store, now)
  const updates = new Updates(rack, store, now, timings.update)
  const onRack = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    locks.run(id, () => locks.run(RACK, work))

  const machines: Machines = new Machines({
    clock,
    log,
    store,
    timings,
    holdings,
    recheck,
    hotplug,
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
    networks,
    getDiskSize: async (id) => (await disks.find(id))?.spec.size,
  })
  const silence = new Silence()
  return {
    clock,
    hotplug,
    silence,
    holdings,
    rack,
    locks,
    now,
    onRack,
    machines,
    disks,
    networks,
    routing,
    updates,
    consoles,
  }
}

function scale(timings: Timings, speed: number): Timings {
  const entries = Object.entries(timings).map(([name, duration]) => [name, duration / speed] as const)
  return Object.fromEntries(entries) as unknown as Timings
}
