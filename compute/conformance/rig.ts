import { expect } from 'vitest'
import type { Release } from '../src/component.ts'
import { DriverError, Superseded } from '../src/driver-error.ts'
import type { DriverErrorKind } from '../src/driver-error.ts'
import type { ComputeDriver } from '../src/driver.ts'
import type { MachineReport, MachineSpec, MachineState } from '../src/machine.ts'
import { machineSpec } from './specs.ts'
import type { DriverUnderTest } from './under-test.ts'

/** Timeout and polling interval for a machine or a command, in milliseconds of the driver's time. */
const WAIT_TIMEOUT_MS = 300_000
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
  const { driver: first, pass } = underTest
  const reports = follow(first)

  /** Waits for a command while the driver's time advances. */
  const done = async <T>(work: Promise<T>): Promise<T> => {
    const progress = { settled: false }
    const settle = () => {
      progress.settled = true
    }
    work.then(settle, settle)
    for (let waited = 0; !progress.settled && waited < WAIT_TIMEOUT_MS; waited += POLL_STEP_MS)
      await pass(POLL_STEP_MS)
    if (!progress.settled) throw new Error(`a command took longer than ${WAIT_TIMEOUT_MS} ms`)
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
  /** Waits until the machine is in a state, and returns its report. */
  const reach = async (id: string, state: MachineState, driver = first) => {
    for (let waited = 0; waited < WAIT_TIMEOUT_MS; waited += POLL_STEP_MS) {
      const report = await find(id, driver)
      if (report?.state === state) return report
      await pass(POLL_STEP_MS)
    }
    throw new Error(`machine ${id} did not become ${state}, it is ${(await find(id, driver))?.state}`)
  }
  /** Starts a new machine and waits until it is running. */
  const start = async (changes: Partial<MachineSpec> = {}) => {
    const spec = machineSpec(changes)
    await done(first.ensureRunning(spec))
    await reach(spec.id, 'running')
    return spec
  }
  /** Returns the reported states of a machine, without repetitions. */
  const statesOf = (id: string, from: MachineReport[] = reports) =>
    from
      .filter((report) => report.id === id)
      .map((report) => report.state)
      .filter((state, index, all) => state !== all[index - 1])
  return { release: withoutArtifacts, ...underTest, done, refusal, find, reach, start, statesOf }
}
