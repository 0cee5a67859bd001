import type { MachineReport } from '@granary/compute/machine.ts'
import { describeError, inTransaction, systemContext } from '../kit/app.ts'
import { updateNamed } from '../kit/named.ts'
import type { Services } from '../kit/services.ts'
import type { InstanceRow } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'
import { siloOfProject } from '../projects/silo.ts'
import { enqueue } from '../tasks/queue.ts'
import { refreshInventory } from './inventory.ts'
import { givePlaceBack, holdPlace } from './power.ts'
import { instance } from './resource.ts'
import { reviewStartProblems } from './start-problem.ts'

/** Pushed reports may be lost, so the driver's whole list is compared from time to time. */
const RELIST = 30_000
/** After so long a wish must have reached the driver; milliseconds. */
const SETTLED = 60_000

/**
 * Writes down what the driver reports, from now on and for everything that happened while nobody listened.
 * @returns stops it.
 */
export async function followReports(services: Services): Promise<() => Promise<void>> {
  const queue = new Map<string, Promise<void>>()
  // Reports of one machine are written in the order in which they came.
  const take = (machine: MachineReport): Promise<void> => {
    const next = (queue.get(machine.id) ?? Promise.resolve())
      .then(() => report(services, machine))
      .catch((error: unknown) =>
        services.log('error', 'report was not written', { machine: machine.id, error: describeError(error) }),
      )
      .finally(() => {
        if (queue.get(machine.id) === next) queue.delete(machine.id)
      })
    queue.set(machine.id, next)
    return next
  }
  const relist = async () => {
    await refreshInventory(services)
    for (const machine of await services.compute.list()) await take(machine)
  }
  let reviewed = ''
  const review = async () => {
    reviewed = await reviewStartProblems(services, reviewed)
  }
  const unsubscribe = services.compute.subscribe((machine) => void take(machine))
  await relist()
  let cancel = () => {}
  const later = () => {
    cancel = services.clock.setTimer(RELIST, () => {
      relist()
        .catch((error: unknown) =>
          services.log('warn', 'driver did not answer', { error: describeError(error) }),
        )
        .then(review)
        .catch((error: unknown) =>
          services.log('error', 'start problems were not reviewed', { error: describeError(error) }),
        )
        .finally(later)
    })
  }
  later()
  return async () => {
    cancel()
    unsubscribe()
    await Promise.all(queue.values())
  }
}

/** Writes down one report: the state, and the place and quota that a machine which is down gives back. */
export async function report(services: Services, machine: MachineReport): Promise<void> {
  await inTransaction(systemContext(services, 'machine_report'), async (context) => {
    const row = await context.db
      .selectFrom('instance')
      .selectAll()
      .where('id', '=', machine.id)
      .executeTakeFirst()
    if (!row) return
    const since = machine.since.toISOString()
    const down = machine.state === 'stopped' || machine.state === 'failed'
    if (await superseded(context, row, machine)) return
    const found = {
      row,
      scope: { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) },
    }
    const place = down ? await givePlaceBack(context, found) : await holdPlace(context, found, machine.sledId)
    if (row.run_state === machine.state && Object.keys(place).length === 0) return
    await updateNamed(context, instance, found, {
      ...place,
      // Whoever switches a machine off from inside means it; only a failure is mended by starting it again.
      ...(machine.state === 'stopped' ? { wanted_state: 'stopped' as const } : {}),
      ...(machine.state === 'running' ? { start_problem: null } : {}),
      run_state: machine.state,
      time_run_state_updated: since > row.time_run_state_updated ? since : row.time_run_state_updated,
    })
    if (machine.reason)
      context.services.log('info', 'machine changed', {
        machine: row.id,
        state: machine.state,
        reason: machine.reason,
      })
    // What could not be changed of it while it was up is now, and a failed one may be started again.
    if (down) await enqueue(context, 'instance', row.id)
  })
}

/**
 * Whether a wish was written down after what a report tells of, so that the driver has yet to act on it. A wish that
 * its task has delivered is believed for a while longer; in the end the driver is right, whatever its clock says.
 */
async function superseded(context: Context, row: InstanceRow, machine: MachineReport): Promise<boolean> {
  const older = machine.since.toISOString() < row.time_run_state_updated
  const age = context.clock.now().getTime() - Date.parse(row.time_run_state_updated)
  if (older && age < SETTLED) return true
  // It is made known to the driver, stopped, before it is started.
  const notStartedYet =
    machine.state === 'stopped' &&
    row.wanted_state === 'running' &&
    (row.run_state === 'creating' || row.run_state === 'starting')
  if (!older && !notStartedYet) return false
  const task = await context.db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', 'instance')
    .where('key', '=', row.id)
    .executeTakeFirst()
  return task !== undefined
}
