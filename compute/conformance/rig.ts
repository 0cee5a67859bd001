import { expect } from 'vitest'
import type { Release } from '../src/component.ts'
import { DriverError, Superseded } from '../src/driver-error.ts'
import type { DriverErrorKind } from '../src/driver-error.ts'
import type { ComputeDriver } from '../src/driver.ts'
import type { MachineReport, MachineSpec, MachineState } from '../src/machine.ts'
import { machineSpec } from './specs.ts'
import type { DriverUnderTest } from './under-test.ts'

/** Polling interval for a machine or a command, in milliseconds of the machines' time. */
const POLL_STEP_MS = 100

/** A driver under test, with the steps that tests use. */
export type Rig = ReturnType<typeof createRig>

const withoutArtifacts = (version: string): Release => ({
  version,
  artifacts: [],
  open: async (hash) => {
    throw new Error(`the release has no artifact ${hash}`)
  },
})

/** Collects the driver's reports from now on. */
export function follow(driver: ComputeDriver): MachineReport[] {
  const reports: MachineReport[] = []
  driver.subscribe((report) => reports.push(report))
  return reports
}

/** Wraps a newly opened driver. */
export function createRig(underTest: DriverUnderTest) {
  const { driver: first, pass, limit } = underTest
  const reports = follow(first)

  /** Waits for a command while the driver's time advances. */
  const done = async <T>(work: Promise<T>): Promise<T> => {
    const progress = { settled: false }
    const settle = () => {
      progress.settled = true
    }
    work.then(settle, settle)
    for (let waited = 0; !progress.settled && waited < limit; waited += POLL_STEP_MS) await pass(POLL_STEP_MS)
    if (!progress.settled) throw new Error(`a command took longer than ${limit} ms`)
    return work
  }
  /** Returns the kind of the error that a command must fail with. */
  const refusal = async (work: Promise<unknown>): Promise<DriverErrorKind> => {
    const error = await done(work).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DriverError)
    const { kind } = error as DriverError
    // Its callers need the number of the later request.
    if (kind === 'superseded') expect(error).toBeInstanceOf(Superseded)
    return kind
  }
  const find = (id: string, driver = first) => done(driver.view(id))
  /** Waits until `look` returns something, and returns it. @param what names it in the error. */
  const until = async <T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> => {
    for (let waited = 0; waited < limit; waited += POLL_STEP_MS) {
      const found = await look()
      if (found !== undefined && found !== false) return found
      await pass(POLL_STEP_MS)
    }
    throw new Error(`${what} took longer than ${limit} ms`)
  }
  /** Waits until the machine is in a state, and returns its report. */
  const reach = (id: string, state: MachineState, driver = first): Promise<MachineReport> =>
    until(`the change of machine ${id} to ${state}`, async () => {
      const report = await find(id, driver)
      return report?.state === state && report
    })
  /** Starts a new machine and waits until it is running. */
  const start = async (changes: Partial<MachineSpec> = {}) => {
    const spec = machineSpec(changes)
    await done(first.ensureRunning(spec))
    await reach(spec.id, 'running')
    return spec
  }
  /** Starts a new machine from a disk of its own, and waits until its guest answers. Other disks follow the one that it boots. */
  const boot = async (changes: Partial<MachineSpec> = {}) => {
    const { id, ready } = await done(underTest.bootDisk())
    const disks = [{ id, name: 'boot', readOnly: false }, ...(changes.disks ?? [])]
    const spec = await start({ ...changes, disks, bootDiskId: id })
    await done(ready(spec.id))
    return spec
  }
  /** Returns the reported states of a machine, without repetitions. */
  const statesOf = (id: string, from: MachineReport[] = reports) =>
    from
      .filter((report) => report.id === id)
      .map((report) => report.state)
      .filter((state, index, all) => state !== all[index - 1])
  return { release: withoutArtifacts, ...underTest, done, refusal, find, until, reach, start, boot, statesOf }
}
