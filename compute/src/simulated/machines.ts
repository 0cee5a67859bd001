import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import { hostTurn } from '../host-turn.ts'
import type { DriverLog } from '../host.ts'
import { isDown, isUp } from '../machine.ts'
import type { MachineDisk, MachineReading, MachineReport, MachineSpec } from '../machine.ts'
import { Announcer, toReport } from './announcer.ts'
import { countersAt } from './counters.ts'
import type { Holdings } from './holdings.ts'
import { checkSpec, notUp, numbered, requireSettled } from './machine-rules.ts'
import type { Recheck } from './recheck.ts'
import type { MachineRecord } from './record.ts'
import type { DriverStore } from '../store.ts'
import { currentPhase } from './timeline.ts'
import type { Host } from './timeline.ts'
import type { Timings } from './timings.ts'
import { planFailure, planInterruption, planReboot, planStart, planStop } from './transitions.ts'

const PREFIX = 'machine/'

/** The first digits of ids, which are UUIDs. */
const HEX_DIGITS = '0123456789abcdef'

/** Smaller than the number of every phase. */
const NO_PHASE = -1

export interface MachinesOptions {
  clock: Clock
  log: DriverLog
  store: DriverStore
  timings: Timings
  holdings: Holdings
  recheck: Recheck
  hotplug: boolean
  /** Called after each change of a machine's record, and when one of its phases begins. */
  changed: (record: MachineRecord) => Promise<void>
  /** Runs work about one machine after all earlier work about it. */
  exclusive: <T>(machineId: string, work: () => Promise<T>) => Promise<T>
}

/** The machines of the simulated rack. Callers must serialize commands about one machine. */
export class Machines {
  readonly announcer: Announcer
  readonly #options: MachinesOptions

  constructor(options: MachinesOptions) {
    this.#options = options
    const { clock, log, exclusive } = options
    this.announcer = new Announcer({ clock, log, wake: (id) => exclusive(id, () => this.#woken(id)) })
  }

  /** Loads every machine of the store and schedules its pending phases. */
  async open(): Promise<void> {
    for (const record of await this.#all()) this.announcer.follow(record, this.#known(record))
  }

  async list(): Promise<MachineReport[]> {
    return (await this.#all()).flatMap((record) => this.#report(record) ?? [])
  }

  async view(id: string): Promise<MachineReport | undefined> {
    const record = await this.find(id)
    return record && this.#report(record)
  }

  /**
   * Returns the counters of every machine that is up at the time of the call. It reads the records in parts, so that a
   * database that serves requests too is never busy for long.
   */
  async counters(): Promise<MachineReading[]> {
    const now = this.#now()
    const readings: MachineReading[] = []
    for (const digit of HEX_DIGITS) {
      for (const { value } of await this.#options.store.list(PREFIX + digit)) {
        const record = value as MachineRecord
        const phase = currentPhase(record.phases, now)
        if (!phase?.boot || !phase.host || !isUp(phase.state)) continue
        const { sledId } = phase.host
        readings.push({ id: record.spec.id, sledId, ...countersAt(record.spec, phase.boot.startedAt, now) })
      }
      await hostTurn()
    }
    return readings
  }

  /** @returns when the machine can start, in milliseconds since 1970. */
  async define(spec: MachineSpec): Promise<number> {
    const record = await this.find(spec.id)
    const phase = record && this.#current(record)
    if (record && phase && !isDown(phase.state)) return record.definedAt
    await checkSpec(spec, this.#options)
    const defined = record ? { ...record, spec } : this.#fresh(spec)
    await this.#save(defined, defined)
    return defined.definedAt
  }

  /** @param number of the request; see `latestRequest`. */
  async start(spec: MachineSpec, number?: number): Promise<void> {
    const { holdings, recheck, timings } = this.#options
    const before = (await this.find(spec.id)) ?? { ...this.#fresh(spec), phases: [] }
    const record = numbered(before, number)
    const phase = this.#current(record)
    const wished = record.phases.some(({ state, at }) => state === 'starting' && at > this.#now())
    if (wished || (phase && isUp(phase.state))) return this.#saveIfChanged(record, before)
    await checkSpec(spec, this.#options)
    const { id: sledId } = await recheck(() => holdings.place(spec, this.#now()))
    const host = { sledId, ncpus: spec.ncpus, memory: spec.memory }
    await this.#save(planStart({ ...record, spec }, host, this.#now(), timings), record)
  }

  async stop(id: string, number?: number): Promise<void> {
    const before = await this.get(id)
    const planned = planStop(numbered(before, number), this.#now(), this.#options.timings)
    await this.#saveIfChanged(planned, before)
  }

  async reboot(id: string, requestId: string, number?: number): Promise<void> {
    const before = await this.get(id)
    const record = numbered(before, number)
    if (record.rebootRequests.includes(requestId)) return this.#saveIfChanged(record, before)
    this.requireUp(record)
    await this.#save(planReboot(record, this.#now(), this.#options.timings, requestId), before)
  }

  async destroy(id: string): Promise<void> {
    this.announcer.forget(id)
    await this.#options.store.delete(PREFIX + id)
    this.#options.holdings.forgetMachine(id)
  }

  async attach(id: string, disk: MachineDisk): Promise<void> {
    const record = await this.get(id)
    if (record.spec.disks.some((each) => each.id === disk.id)) return
    requireSettled(record, this.#current(record), this.#options.hotplug)
    const spec = { ...record.spec, disks: [...record.spec.disks, disk] }
    await checkSpec(spec, this.#options)
    await this.#save({ ...record, spec }, record)
  }

  async detach(id: string, diskId: string): Promise<void> {
    const record = await this.get(id)
    if (!record.spec.disks.some((disk) => disk.id === diskId)) return
    requireSettled(record, this.#current(record), this.#options.hotplug)
    const disks = record.spec.disks.filter((disk) => disk.id !== diskId)
    const bootDiskId = record.spec.bootDiskId === diskId ? null : record.spec.bootDiskId
    await this.#save({ ...record, spec: { ...record.spec, disks, bootDiskId } }, record)
  }

  /** Kills the machine's process. */
  async fail(id: string, reason: string): Promise<void> {
    const record = await this.get(id)
    await this.#save(planFailure(record, this.#now(), reason), record)
  }

  /** Migrates or repairs a running machine; `sledId` is where it continues. */
  async interrupt(
    id: string,
    state: 'migrating' | 'repairing',
    reason: string,
    sledId?: string,
  ): Promise<void> {
    const { timings, holdings, recheck } = this.#options
    const record = await this.get(id)
    const phase = this.#current(record)
    if (phase?.state !== 'running' || !phase.host) throw notUp(record)
    const { host } = phase
    const target: Host = sledId === undefined ? host : { ...host, sledId: holdings.sled(sledId).id }
    if (target.sledId !== host.sledId)
      await recheck(() => holdings.place({ ...record.spec, ...target }, this.#now()))
    const duration = state === 'migrating' ? timings.migrate : timings.repair
    const planned = planInterruption(record, this.#now(), { state, host: target, duration, reason })
    await this.#save(planned, record)
  }

  /** Writes a machine's record and announces its new phases. */
  put(record: MachineRecord): Promise<void> {
    return this.#save(record)
  }

  async find(id: string): Promise<MachineRecord | undefined> {
    return (await this.#options.store.get(PREFIX + id)) as MachineRecord | undefined
  }

  /** @throws DriverError `not_found`. */
  async get(id: string): Promise<MachineRecord> {
    const record = await this.find(id)
    if (!record) throw new DriverError('not_found', `machine ${id} is unknown`)
    return record
  }

  /** @throws DriverError `invalid` if the machine is not up. */
  requireUp(record: MachineRecord) {
    const phase = this.#current(record)
    if (!phase?.boot || !isUp(phase.state)) throw notUp(record)
    return { ...phase, boot: phase.boot }
  }

  #fresh(spec: MachineSpec): MachineRecord {
    const definedAt = this.#now() + this.#options.timings.define
    const stopped = { number: 0, state: 'stopped' as const, at: definedAt, host: null, boot: null }
    return { spec, definedAt, everStarted: false, phases: [stopped], rebootRequests: [] }
  }

  async #saveIfChanged(record: MachineRecord, before: MachineRecord): Promise<void> {
    if (record !== before) await this.#save(record, before)
  }

  /** `before` is the machine as its callers know it. */
  async #save(record: MachineRecord, before?: MachineRecord): Promise<void> {
    const { store, holdings, changed } = this.#options
    await store.put(PREFIX + record.spec.id, record)
    holdings.setMachine(record)
    await changed(record)
    this.announcer.follow(record, before ? this.#known(before) : NO_PHASE)
  }

  /**
   * The last phase that callers know already. The answer to the definition has announced the first phase of a defined
   * machine.
   */
  #known({ phases, everStarted }: MachineRecord): number {
    const first = everStarted ? undefined : phases[0]?.number
    return currentPhase(phases, this.#now())?.number ?? first ?? NO_PHASE
  }

  async #woken(id: string): Promise<void> {
    const record = await this.find(id)
    if (!record) return
    await this.#options.changed(record)
    this.announcer.follow(record, this.#known(record))
  }

  async #all(): Promise<MachineRecord[]> {
    const records = (await this.#options.store.list(PREFIX)).map(({ value }) => value as MachineRecord)
    for (const record of records) this.#options.holdings.setMachine(record)
    return records
  }

  #report(record: MachineRecord): MachineReport | undefined {
    const phase = this.#current(record)
    return phase && toReport(record.spec.id, phase)
  }

  #current(record: MachineRecord) {
    return currentPhase(record.phases, this.#now())
  }

  #now(): number {
    return this.#options.clock.now().getTime()
  }
}
