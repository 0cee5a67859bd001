import type { Clock } from '@granary/compute/clock.ts'
import { DriverError, latestRequest } from '@granary/compute/driver-error.ts'
import { isDown, isUp } from '@granary/compute/machine.ts'
import type { MachineDisk, MachineReport, MachineSpec, MachineState } from '@granary/compute/machine.ts'
import type { Sled } from '@granary/compute/sled.ts'
import { ToyDisks } from './disks.ts'
import { ToyTable } from './table.ts'

type ToyMachine = { spec: MachineSpec; report: MachineReport; rebootIds: Set<string>; lastRequest: number }

/** The only host of the toy driver. */
export const TOY_SLED: Sled = {
  id: '70e00000-0000-4000-8000-000000000001',
  rackId: '70e00000-0000-4000-8000-000000000002',
  baseboard: { part: 'toy', serial: 'TOY1', revision: 1 },
  slot: null,
  usableHardwareThreads: 8,
  usablePhysicalRam: 2 ** 36,
  cpuPlatforms: [],
  usableStorage: 2 ** 40,
  state: 'up',
  disks: [],
}

/** The machines of the toy driver. They change state at once. */
export class ToyMachines extends ToyTable<ToyMachine> {
  readonly listeners = new Set<(report: MachineReport) => void>()
  readonly disks = new ToyDisks((diskId) => {
    const holder = this.all().find(({ spec }) => spec.disks.some(({ id }) => id === diskId))
    return holder && { id: holder.spec.id, up: isUp(holder.report.state) }
  })
  readonly #clock: Clock

  constructor(clock: Clock) {
    super('machine')
    this.#clock = clock
  }

  define(spec: MachineSpec): ToyMachine {
    const existing = this.find(spec.id)
    if (existing && !isDown(existing.report.state)) return existing
    this.#check(spec)
    const stopped: MachineReport = { id: spec.id, state: 'stopped', since: this.#clock.now(), sledId: null }
    const machine = { rebootIds: new Set<string>(), lastRequest: 0, report: stopped, ...existing, spec }
    this.set(spec.id, machine)
    return machine
  }

  start(spec: MachineSpec, number?: number): void {
    this.#take(this.find(spec.id), number)
    const machine = this.define(spec)
    this.#take(machine, number)
    if (isDown(machine.report.state)) this.#enter(machine, 'starting', 'running')
  }

  stop(id: string, number?: number): void {
    const machine = this.get(id)
    this.#take(machine, number)
    if (!isDown(machine.report.state)) this.#enter(machine, 'stopping', 'stopped')
  }

  reboot(id: string, requestId: string, number?: number): void {
    const machine = this.get(id)
    this.#take(machine, number)
    if (machine.rebootIds.has(requestId)) return
    if (isDown(machine.report.state)) throw new DriverError('invalid', `machine ${id} is not up`)
    machine.rebootIds.add(requestId)
    this.#enter(machine, 'rebooting', 'running')
  }

  changeDisks(id: string, change: (before: MachineDisk[]) => MachineDisk[]): void {
    const machine = this.get(id)
    const spec = { ...machine.spec, disks: change(machine.spec.disks) }
    this.#check(spec)
    machine.spec = spec
  }

  /** @throws Superseded */
  #take(machine: ToyMachine | undefined, number: number | undefined): void {
    if (machine) machine.lastRequest = latestRequest(machine.spec.id, machine.lastRequest, number)
  }

  #check(spec: MachineSpec): void {
    for (const { id } of spec.disks) this.disks.requireFree(id, spec.id)
    if (spec.sledId !== null && spec.sledId !== TOY_SLED.id)
      throw new DriverError('not_found', `sled ${spec.sledId} is unknown`)
    if (spec.memory > TOY_SLED.usablePhysicalRam || spec.cpuPlatform)
      throw new DriverError('insufficient_capacity', `the toy host cannot run machine ${spec.name}`)
  }

  #enter(machine: ToyMachine, ...states: MachineState[]): void {
    for (const state of states) {
      const sledId = isDown(state) ? null : TOY_SLED.id
      machine.report = { id: machine.spec.id, state, since: this.#clock.now(), sledId }
      for (const listener of this.listeners) listener(machine.report)
    }
  }
}
