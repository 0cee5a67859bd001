import { expect } from 'vitest'
import type { UnsteadyCloud } from './unsteady-cloud.ts'

const RUNNING_STATES = new Set(['starting', 'running', 'rebooting', 'migrating', 'repairing'])
const STOPPED_STATES = new Set(['stopped', 'failed'])

/** The last acknowledged power request of an instance, and its possible results. */
export type Expected = {
  /** The last acknowledged request that had work to do. */
  last: 'run' | 'stop' | 'delete'
  /** Final states that the machine may have. */
  outcomes: Set<string>
  /** The guest powered itself off, or its process died, after the last request. */
  disturbed: boolean
  restarts: boolean
  mayHang: boolean
  /** A server hangs, and another one has taken its place. */
  hangs: boolean
  /** A server has hung: it may repeat its request, also when the guest has powered off since. */
  hasHung: boolean
}

/** The fields of a create request. */
export function expectedOfCreate({
  start,
  restarts,
  mayHang,
}: {
  start: boolean
  restarts: boolean
  mayHang: boolean
}): Expected {
  return {
    last: start ? 'run' : 'stop',
    outcomes: new Set([start ? 'running' : 'stopped']),
    disturbed: false,
    restarts,
    mayHang,
    hangs: false,
    hasHung: false,
  }
}

function expectOutcome(expected: Expected, last: Expected['last'], outcome: string): void {
  expected.last = last
  expected.outcomes = new Set([outcome])
  expected.disturbed = false
}

/** A start was acknowledged. @param before the state that the API showed. */
export function started(expected: Expected, before: string): void {
  // A start of an instance that was shown as running does nothing, so an earlier action of the guest may stand.
  if (expected.last === 'run' && RUNNING_STATES.has(before) && expected.disturbed)
    expected.outcomes.add('running')
  else expectOutcome(expected, 'run', 'running')
}

/** A stop was acknowledged. */
export function stopped(expected: Expected): void {
  expectOutcome(expected, 'stop', 'stopped')
}

/** A reboot was acknowledged. @param before the state that the API showed. */
export function rebooted(expected: Expected, before: string): void {
  // In other states it is accepted and does nothing (table of states in the API).
  if (['running', 'migrating', 'repairing'].includes(before)) expectOutcome(expected, 'run', 'running')
}

/** A delete was acknowledged. */
export function deleted(expected: Expected): void {
  expectOutcome(expected, 'delete', 'gone')
}

/** The guest powers itself off. @param settled whether the driver had carried out every request. */
export function poweredOff(expected: Expected, settled: boolean): void {
  if (expected.last !== 'run') return
  expected.disturbed = true
  if (settled) expected.outcomes = new Set(['stopped'])
  else expected.outcomes.add('stopped')
}

/** The machine's process dies. Its policy decides about a restart. */
export function failed(expected: Expected): void {
  if (expected.last === 'delete') return
  expected.disturbed = true
  // A crash in the middle of a power-off by the guest is a failure too, and leads to a restart.
  expected.outcomes.add(expected.last === 'stop' || !expected.restarts ? 'failed' : 'running')
}

/** Checks after each step that no report overrules a younger request. */
export async function checkShown(expected: Expected, cloud: UnsteadyCloud): Promise<void> {
  const shown = await cloud.shown()
  if (expected.last === 'delete') expect(shown).toBeUndefined()
  if (expected.last === 'stop')
    expect(RUNNING_STATES.has(shown!), `shown as ${shown} after a stop`).toBe(false)
  if (expected.last === 'run' && !expected.disturbed)
    expect(STOPPED_STATES.has(shown!) || shown === 'stopping', `shown as ${shown} after a start`).toBe(false)
}

/** Checks that an acknowledged request is stored, which a later request could hide. */
export async function checkWanted(wanted: 'running' | 'stopped', cloud: UnsteadyCloud): Promise<void> {
  expect((await cloud.stored())?.row.wanted_state, 'wanted state after a request').toBe(wanted)
}

/** Checks after each step what must hold in the database at any time. */
export async function checkStored(expected: Expected, cloud: UnsteadyCloud): Promise<void> {
  const stored = await cloud.stored()
  if (!stored) return
  const { run_state: state, wanted_state: wanted } = stored.row
  // A stop of a stopped instance does nothing, so nothing may be left that starts it.
  if (state === 'stopped') expect(wanted, 'wanted state of a stopped instance').toBe('stopped')
  // The end of a request stores the state of the machine with it.
  if (state === 'creating') expect(stored.request, 'request of an instance in creation').not.toBeNull()
  // Each later report is stored at once, but the database may take real time for that.
  for (let turn = 0; turn < MAX_BEHIND_TURNS && (await isBehind(cloud)); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    await cloud.clock.advance(0)
  }
  const behind = await isBehind(cloud)
  if (behind) expect(behind.stored, 'stored state of a machine').toBe(behind.machine)
}

/** Far more than a busy machine needs. */
const MAX_BEHIND_TURNS = 1_000

/** Returns both states of a machine if they differ although nothing is on its way. */
async function isBehind(cloud: UnsteadyCloud): Promise<{ stored: string; machine: string } | null> {
  const stored = await cloud.stored()
  const machine = await cloud.machine()
  if (!stored || !machine || stored.request !== null || !cloud.server().link.areReportsSteady()) return null
  const state = stored.row.run_state
  return state === machine.state ? null : { stored: state, machine: machine.state }
}

/** Longer than the cooldown of automatic restarts, the longest pause between two attempts, and a relist together. */
const LONG = 8 * 60_000

/** Opens every gate and waits until no work is left, then compares the API, the machine and the requests. */
export async function checkSettled(expected: Expected, cloud: UnsteadyCloud): Promise<void> {
  cloud.calm()
  for (let waited = 0; waited < LONG && !(await settled(expected, cloud)); waited += 5_000)
    await cloud.clock.advance(5_000)
  const [shown, machine] = [await cloud.shown(), await cloud.machine()]
  const is = { shown: shown ?? 'gone', machine: machine?.state ?? 'gone' }
  const outcomes = [...expected.outcomes]
  expect(outcomes.map((outcome) => ({ shown: outcome, machine: outcome }))).toContainEqual(is)
  const row = (await cloud.stored())?.row
  // Otherwise it would not restart after a failure.
  if (is.shown === 'running') expect(row?.wanted_state).toBe('running')
  expect(row?.charged, 'charge of a settled instance').toBe(row && Number(is.shown === 'running'))
}

async function settled({ outcomes }: Expected, cloud: UnsteadyCloud): Promise<boolean> {
  if ((await cloud.tasks()).length > 0) return false
  const shown = (await cloud.shown()) ?? 'gone'
  return outcomes.has(shown) && ((await cloud.machine())?.state ?? 'gone') === shown
}
