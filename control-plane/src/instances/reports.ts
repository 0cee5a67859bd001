import { isDown, type MachineReport } from '@granary/compute/machine.ts'
import type { InstanceRow } from '../database/schema.ts'
import { inLockedTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { siloOfProject } from '../kinds/silo-of-project.ts'
import { enqueue } from '../tasks/queue.ts'
import { endRequest, findPowered, lockPowered, type Powered, repeatRequest } from './power-request.ts'
import { releasePlace, holdPlace } from './power.ts'
import { instance } from '../kinds/instance.ts'

const inReport = <Result>(services: Services, work: (context: Context) => Promise<Result>): Promise<Result> =>
  inLockedTransaction(systemContext(services, 'machine_report'), work)

/**
 * Stores a report that the driver pushed: the state, and the released place and quota of a machine that is down.
 * Ignored while a power request is pending, because the end of the request reads the state. A report that is not newer
 * than the last change is stale, or the driver's clock is slow, so the driver is queried instead.
 */
export async function report(services: Services, machine: MachineReport): Promise<void> {
  const isLate = await inReport(services, async (context) => {
    const found = await lockPowered(context, machine.id)
    if (!found || found.request !== null || agrees(found.row, machine)) return false
    if (machine.since.toISOString() <= found.row.time_run_state_updated) return true
    await write(context, found.row, machine)
    return false
  })
  if (isLate) await lookUp(services, machine.id)
}

/** Reads the state of one machine from the driver and stores it, unless the row changed during the call. */
export async function lookUp(services: Services, id: string): Promise<void> {
  const before = await findPowered(services, id)
  if (!before || before.request !== null) return
  const machine = await services.compute.view(id)
  if (!machine || agrees(before.row, machine)) return
  await inReport(services, async (context) => {
    const found = await lockPowered(context, id)
    if (found && isSame(found, before)) await write(context, found.row, machine)
  })
}

/** Whether neither a request nor a report arrived between two readings of an instance. */
const isSame = (one: Powered, other: Powered): boolean =>
  one.request === other.request &&
  one.row.run_state === other.row.run_state &&
  one.row.time_run_state_updated === other.row.time_run_state_updated

/**
 * Ends a power request that the driver has carried out, and stores the state of the machine.
 * Does nothing when a later request has replaced it, since that one has its own task. The caller gives a driver that has stopped
 * the machine the changes that waited for that.
 */
export async function settle(
  services: Services,
  { row: { id }, request }: Powered,
  machine: MachineReport,
): Promise<void> {
  if (request === null) return
  await inReport(services, async (context) => {
    const found = await lockPowered(context, id)
    if (found?.request !== request) {
      // Only another worker can have ended it: the commands of this one came late, and their reports must not count.
      if (found?.request === null) await repeatRequest(context, id, await scopeOf(context, found.row))
      return
    }
    if (!matches(found.row, machine)) await write(context, found.row, machine, true)
    await endRequest(context, id)
  })
  // Reports that arrived before the request ended were ignored.
  await lookUp(services, id)
}

const scopeOf = async (context: Context, { project_id: projectId }: InstanceRow) => ({
  projectId,
  siloId: await siloOfProject(context, projectId),
})

type Shown = Pick<InstanceRow, 'run_state' | 'time_run_state_updated' | 'note' | 'charged' | 'sled_id'>

/** What users see about the state of a machine beside its name. */
const noteOf = ({ note, reason }: MachineReport): string | null => note ?? reason ?? null

/** Whether an instance has the state and the note of its machine, and is charged for it. */
const matches = (row: Shown, machine: MachineReport): boolean =>
  row.run_state === machine.state && row.note === noteOf(machine) && isPlaced(row, machine)

const isPlaced = (row: Shown, { state, sledId }: MachineReport): boolean =>
  isDown(state) ? row.charged === 0 : row.charged === 1 && (sledId === null || sledId === row.sled_id)

/**
 * The same, but an instance stays failed if its machine is stopped because it could not start: it failed later than the machine
 * stopped. In the same millisecond the machine has failed first, and then stopped.
 */
export const agrees = (row: Shown, machine: MachineReport): boolean =>
  matches(row, machine) ||
  (row.run_state === 'failed' &&
    row.charged === 0 &&
    machine.state === 'stopped' &&
    machine.since.toISOString() < row.time_run_state_updated)

/** @param isDefined whether the caller gives the driver the changes that waited until the machine was stopped. */
async function write(
  context: Context,
  row: InstanceRow,
  machine: MachineReport,
  isDefined = false,
): Promise<void> {
  const since = machine.since.toISOString()
  const found = { row, scope: await scopeOf(context, row) }
  const down = isDown(machine.state)
  const place = down ? await releasePlace(context, found) : await holdPlace(context, found, machine.sledId)
  await instance.update(context, found, {
    ...place,
    // A guest that powers itself off stays off; only a failure leads to an automatic restart.
    ...(machine.state === 'stopped' ? { wanted_state: 'stopped' as const } : {}),
    ...(machine.state === 'running' ? { start_problem: null } : {}),
    run_state: machine.state,
    note: noteOf(machine),
    time_run_state_updated: since > row.time_run_state_updated ? since : row.time_run_state_updated,
  })
  if (machine.reason)
    context.services.log('info', 'machine changed', {
      machine: row.id,
      state: machine.state,
      reason: machine.reason,
    })
  // Changes that waited until the machine was down can be made now, and a failed instance may restart.
  if (down && !(isDefined && machine.state === 'stopped'))
    await enqueue(context, 'instance', row.id, found.scope)
}
