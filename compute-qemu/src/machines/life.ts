import { DriverError, latestRequest } from '@granary/compute/driver-error.ts'
import { isDown, isUp, type MachineReport, type MachineSpec } from '@granary/compute/machine.ts'
import { type MachineRecord, toReport } from './record.ts'
import type { World } from './world.ts'

/** What a machine is and should be. Changes are synchronous and durable, so that they never mix and a crash loses none. */
export class Life {
  readonly #world: World
  #record: MachineRecord
  #note: string | undefined
  #isClosed = false

  constructor(record: MachineRecord, world: World) {
    this.#record = record
    this.#world = world
  }

  get record(): Readonly<MachineRecord> {
    return this.#record
  }

  get spec(): MachineSpec {
    return this.#record.spec
  }

  get state(): MachineRecord['state'] {
    return this.#record.state
  }

  get isUp(): boolean {
    return isUp(this.state)
  }

  get isDown(): boolean {
    return isDown(this.state)
  }

  /** Whether nothing changes any more: the machine is destroyed, or the server leaves it. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  get report(): MachineReport {
    return toReport(this.#record, this.#world.sledId, this.#note)
  }

  notUp(): DriverError {
    return new DriverError('invalid', `machine ${this.spec.name} is not up`)
  }

  /** @throws DriverError `invalid` while the machine starts, stops or is paused. */
  requireSettled(): void {
    if (this.state === 'running' || this.isDown) return
    throw new DriverError(
      'invalid',
      `machine ${this.spec.name} is ${this.state}: wait until it runs or is stopped`,
    )
  }

  /** Notes the number of a request. @throws Superseded if a later one has come. */
  number(number: number | undefined): void {
    const lastRequest = latestRequest(this.spec.id, this.#record.lastRequest, number)
    if (lastRequest !== this.#record.lastRequest) this.save({ lastRequest })
  }

  /** Removes a disk from the definition. */
  dropDisk(diskId: string): void {
    const disks = this.spec.disks.filter(({ id }) => id !== diskId)
    const bootDiskId = this.spec.bootDiskId === diskId ? null : this.spec.bootDiskId
    this.save({ spec: { ...this.spec, disks, bootDiskId } })
  }

  /** Enters a state and reports it. */
  change(state: MachineRecord['state'], changes: Partial<MachineRecord> = {}): void {
    if (this.#isClosed) return
    const since = this.#world.clock.now().getTime()
    this.#note = undefined
    this.save({ reason: undefined, ...changes, state, since })
    this.#world.publish(this.report)
  }

  /** Says how many other machines start first. */
  wait(ahead: number): void {
    this.tell(ahead === 0 ? undefined : `${ahead === 1 ? '1 other starts' : `${ahead} others start`} first`)
  }

  /** Tells people what the machine waits for, or what could not be done, until its state changes. */
  tell(note: string | undefined): void {
    if (note === this.#note || this.#isClosed) return
    this.#note = note
    this.#world.publish(this.report)
  }

  save(changes: Partial<MachineRecord>): void {
    this.#record = { ...this.#record, ...changes }
    this.#world.records.save(this.#record)
  }

  close(): void {
    this.#isClosed = true
  }

  /** Forgets the machine. */
  delete(): void {
    this.#world.records.delete(this.spec.id)
  }

  log(level: 'warn' | 'error', message: string, error: unknown): void {
    this.#world.log(level, message, { machine: this.spec.id, error: String(error) })
  }
}
