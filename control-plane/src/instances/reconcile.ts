import { DriverError, Superseded } from '@granary/compute/driver-error.ts'
import { isDown, isUp, type MachineReport, type MachineSpec } from '@granary/compute/machine.ts'
import type { InstanceRow } from '../database/schema.ts'
import { finishCreate, isSourcePending } from '../shared/storage/make-disk.ts'
import { inLockedTransaction, inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { now } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { siloOfProject } from '../kinds/silo-of-project.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { autoRestart } from './auto-restart.ts'
import { moveDisks } from './move-disks.ts'
import { findPowered, type Powered, requestBeyond } from './power-request.ts'
import { settle } from './reports.ts'
import { instance } from '../kinds/instance.ts'
import { isSameSpec, machineSpec, readSpec } from './spec.ts'

/**
 * Brings a machine to its instance's wanted state: creates its disks and calls the driver, whose reports then set the
 * state. Idempotent, so a repeated run recovers from a crash.
 */
export async function reconcileInstance(services: Services, id: string): Promise<Outcome> {
  const { compute } = services
  const found = await findPowered(services, id)
  if (!found) return compute.destroy(id)
  if (found.row.run_state === 'failed') {
    if (await moveDisks(services, id)) return { again: POLL_INTERVAL_MS }
    await defineFailed(services, found.row)
    return autoRestart(services, found.row)
  }
  try {
    const { spec, hasNewDisks, hasMovingDisks } = await readSpec(services, found.row)
    const isWaiting = hasNewDisks || hasMovingDisks
    if (isWaiting && (await isToLeave(services, found))) return await leaveFirst(services, found)
    if (hasNewDisks && (await makeDisks(services, found.row))) return { again: POLL_INTERVAL_MS }
    // A power request may be what the machine changes its state for.
    const isMoving = isWaiting && (await moveDisks(services, id))
    if (isMoving && found.request === null) return { again: POLL_INTERVAL_MS }
    if (!hasNewDisks) return await carryOut(services, found, spec)
    return await carryOut(services, found, await machineSpec(services, found.row))
  } catch (error) {
    if (error instanceof Superseded) return overtake(services, found, error)
    if (!(error instanceof DriverError) || error.retryable || mayPass(services, found.row)) throw error
    await settle(services, found, await refused(services, id, error))
  }
}

/**
 * Repeats a request if the driver remembers later ones than the database. A later request in the database has enqueued the task
 * again by itself.
 */
async function overtake(services: Services, found: Powered, { latest }: Superseded): Promise<void> {
  const { project_id: projectId } = found.row
  await inLockedTransaction(systemContext(services, 'power_request'), async (context) =>
    requestBeyond(context, found, latest, { projectId, siloId: await siloOfProject(context, projectId) }),
  )
}

/** The machine after its driver refused a power request: failed, unless it is up all the same. */
async function refused({ compute, clock }: Services, id: string, error: DriverError): Promise<MachineReport> {
  const machine = await compute.view(id)
  const up = machine && isUp(machine.state) ? machine : undefined
  // Later than the machine stopped, also by a driver's clock that is ahead: see `agrees`.
  const since = new Date(Math.max(clock.now().getTime(), (machine?.since.getTime() ?? 0) + 1))
  const failed = { id, state: 'failed' as const, since, sledId: null }
  return { ...(up ?? failed), reason: error.message }
}

/** Sends changes of a failed instance to the driver, so that a detached disk is free for other machines. */
async function defineFailed(services: Services, row: InstanceRow): Promise<void> {
  const { compute, log } = services
  if (!(await compute.view(row.id))) return
  try {
    await compute.ensureDefined(await machineSpec(services, row))
  } catch (error) {
    if (!(error instanceof DriverError) || error.retryable) throw error
    // The definition is why it failed; the next start will report it again.
    log('info', 'failed instance cannot be defined', { instance: row.id, error: error.message })
  }
}

/** A conflict may be transient: the task that detaches a disk from another machine may still be queued. Milliseconds. */
const CONFLICT_TIMEOUT_MS = 10_000
/** The driver pushes no report of a machine that never ran, so a slow one is polled. Milliseconds. */
const POLL_INTERVAL_MS = 1_000

function mayPass({ clock }: Services, row: InstanceRow): boolean {
  // A stop of a machine that is down has not failed.
  if (row.wanted_state === 'stopped' && row.run_state !== 'creating') return true
  return clock.now().getTime() - Date.parse(row.time_run_state_updated) < CONFLICT_TIMEOUT_MS
}

/** @returns whether one of them waits for its image or snapshot. */
async function makeDisks(services: Services, { id }: InstanceRow): Promise<boolean> {
  const disks = await services.db
    .selectFrom('disk')
    .selectAll()
    .where('instance_id', '=', id)
    .where('state', '=', 'creating')
    .execute()
  for (const disk of disks) {
    if (await isSourcePending(services, disk)) return true
    const state = await finishCreate(services, disk)
    if (state === 'faulted') throw new DriverError('invalid', `disk ${disk.name} could not be made`)
  }
  return false
}

/**
 * An instance takes changes from its creation until it starts. Marks it as starting, unless a change has made the spec
 * that the driver got stale. @returns whether it starts.
 */
const begin = (services: Services, spec: MachineSpec): Promise<boolean> =>
  inTransaction(systemContext(services, 'instance_start'), async (context) => {
    const row = await context.db
      .selectFrom('instance')
      .selectAll()
      .where('id', '=', spec.id)
      .executeTakeFirst()
    if (row?.run_state !== 'creating' || row.wanted_state !== 'running') return false
    if (!isSameSpec(await machineSpec(context, row), spec)) return false
    const scope = { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) }
    await instance.update(
      context,
      { row, scope },
      { run_state: 'starting', time_run_state_updated: now(context) },
    )
    return true
  })

async function carryOut(services: Services, found: Powered, spec: MachineSpec): Promise<Outcome> {
  const { compute } = services
  const { row, request, number } = found
  const isNew = row.run_state === 'creating'
  if (request === null) return row.wanted_state === 'stopped' ? compute.ensureDefined(spec) : undefined
  if (isNew || (row.wanted_state === 'stopped' && !(await compute.view(row.id))))
    await compute.ensureDefined(spec)
  if (row.wanted_state === 'running') {
    if (isNew && !(await begin(services, spec))) return { again: 0 }
    await compute.ensureRunning(spec, number)
    // The driver runs each number once, so a repeated task does not reboot twice.
    if (row.run_state === 'rebooting') await compute.reboot(row.id, `reboot-${row.reboots_wanted}`, number)
  }
  const machine = row.wanted_state === 'running' ? await compute.view(row.id) : await stop(services, found)
  if (!machine || !isCarriedOut(row, machine)) return { again: POLL_INTERVAL_MS }
  await settle(services, found, machine)
  if (row.wanted_state === 'running') return
  if (isNew) return (await isStale(services, spec)) ? { again: 0 } : undefined
  // After the stop, which must succeed in spite of a broken disk.
  await compute.ensureDefined(spec)
}

/** Whether a machine that is not down yet is to stop, or one that is up to reboot. */
const isToLeave = async ({ compute }: Services, { row, request }: Powered): Promise<boolean> => {
  if (request === null || !['stopping', 'rebooting'].includes(row.run_state)) return false
  const machine = await compute.view(row.id)
  if (!machine) return false
  return row.wanted_state === 'stopped' ? !isDown(machine.state) : isUp(machine.state)
}

/** Stops or reboots a machine before its disks are made and moved, which may take long or fail. @returns when to go on with those. */
async function leaveFirst(services: Services, found: Powered): Promise<Outcome> {
  const { compute } = services
  const { row, number } = found
  if (row.wanted_state === 'stopped') await compute.ensureStopped(row.id, number)
  else await compute.reboot(row.id, `reboot-${row.reboots_wanted}`, number)
  const machine = await compute.view(row.id)
  if (!machine || !isCarriedOut(row, machine)) return { again: POLL_INTERVAL_MS }
  await settle(services, found, machine)
  return { again: 0 }
}

/** Stops a machine, unless it is new and so down already. */
async function stop({ compute }: Services, { row: { id, run_state }, number }: Powered) {
  const machine = run_state === 'creating' ? await compute.view(id) : undefined
  if (machine && isDown(machine.state)) return machine
  await compute.ensureStopped(id, number)
  return compute.view(id)
}

/** Whether an instance has changed since its spec was made. */
async function isStale(services: Services, spec: MachineSpec): Promise<boolean> {
  const found = await findPowered(services, spec.id)
  return !found || !isSameSpec(await machineSpec(services, found.row), spec)
}

/** A start waits while the machine is stopping. A machine that failed right away has started too. */
const isCarriedOut = ({ wanted_state, run_state }: InstanceRow, { state }: MachineReport): boolean =>
  wanted_state === 'running'
    ? isUp(state) || state === 'failed'
    : isDown(state) || (state === 'stopping' && run_state !== 'creating')
