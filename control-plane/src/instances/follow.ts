import { DriverError } from '@granary/compute/driver-error.ts'
import type { MachineReport } from '@granary/compute/machine.ts'
import { describeError } from '../kit/base/describe-error.ts'
import { chunks } from '../kit/base/chunks.ts'
import type { Services } from '../kit/context/services.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { agrees, lookUp, report } from './reports.ts'
import { reviewStartProblems } from '../shared/placement/start-problem.ts'

/** Pushed reports may be lost, so the driver's whole list is compared at this interval; milliseconds. */
const RELIST_INTERVAL_MS = 30_000
/** The same until the driver has answered for the first time, because no instance can be placed before. */
const FIRST_RELIST_INTERVAL_MS = 5_000
/** How long a start waits for a driver that does not answer; milliseconds. */
const START_PATIENCE_MS = 10_000

type Following = { stop: () => Promise<void>; driverAnswers: () => boolean }

/**
 * Stores the driver's reports from now on, and catches up with the ones missed before. A driver that can't be reached, or does
 * not answer for ten seconds, is asked again later: the server starts without it, so that users can sign in and read.
 * @returns `stop`, and whether the driver answered when it was last asked.
 */
export async function followReports(services: Services): Promise<Following> {
  const queue = new Map<string, Promise<void>>()
  // Reports of one machine are stored in the order of their arrival.
  const inOrder = (id: string, work: () => Promise<void>): Promise<void> => {
    const next = (queue.get(id) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) =>
        services.log('error', 'report was not written', { machine: id, error: describeError(error) }),
      )
      .finally(() => {
        if (queue.get(id) === next) queue.delete(id)
      })
    queue.set(id, next)
    return next
  }
  let isStopped = false
  // A driver that hangs would hold up the stop, so the stop does not wait for its answer, which is dropped.
  const relist = async () => {
    await refreshInventory(services, () => isStopped)
    if (isStopped) return
    const machines = await services.compute.list()
    if (isStopped) return
    // The list may be stale by now, so it only selects the machines to look up.
    for (const id of await findDiffering(services, machines))
      if (!isStopped) await inOrder(id, () => lookUp(services, id))
  }
  let reviewed = ''
  const review = async () => {
    if (!isStopped) reviewed = await reviewStartProblems(services, reviewed)
  }
  const unsubscribe = services.compute.subscribe(
    (machine) => void inOrder(machine.id, () => report(services, machine)),
  )
  let hasAnswered = false
  let answers = false
  const noteAnswer = () => {
    hasAnswered = true
    answers = true
  }
  const noteFailure = (error: unknown) => {
    if (error instanceof DriverError) answers = false
    logFailure(services, error)
  }
  let cancel = () => {}
  const relistLater = () => {
    if (isStopped) return
    cancel = services.clock.setTimer(hasAnswered ? RELIST_INTERVAL_MS : FIRST_RELIST_INTERVAL_MS, () => {
      relist()
        .then(noteAnswer, noteFailure)
        .then(review)
        .catch((error: unknown) =>
          services.log('error', 'start problems were not reviewed', { error: describeError(error) }),
        )
        .finally(relistLater)
    })
  }
  const begin = async () => {
    try {
      await relist()
      noteAnswer()
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      noteFailure(error)
    }
    relistLater()
  }
  const begun = begin()
  if (await isLate(services, begun))
    begun.catch((error: unknown) => {
      noteFailure(error)
      relistLater()
    })
  const stop = async () => {
    isStopped = true
    cancel()
    unsubscribe()
    await Promise.all(queue.values())
  }
  return { stop, driverAnswers: () => answers }
}

/** Logs why a comparison with the driver's list has failed. */
const logFailure = ({ log }: Services, error: unknown): void =>
  error instanceof DriverError
    ? log('warn', 'driver did not answer', { error: describeError(error) })
    : log('error', 'the list of the driver was not stored', { error: describeError(error) })

/** Waits for the first answer of the driver. @returns whether a start has waited long enough. */
async function isLate({ clock, log }: Services, first: Promise<void>): Promise<boolean> {
  let cancel = () => {}
  const late = new Promise<true>((resolve) => {
    cancel = clock.setTimer(START_PATIENCE_MS, () => {
      log('warn', 'driver has not answered yet, so the server starts without it')
      resolve(true)
    })
  })
  return Promise.race([first.then(() => false), late]).finally(cancel)
}

/** The machines whose state differs from that of their instances. */
async function findDiffering({ db }: Services, machines: readonly MachineReport[]): Promise<string[]> {
  const differing: string[] = []
  for (const some of chunks(machines)) {
    const rows = await db
      .selectFrom('instance')
      .select(['id', 'run_state', 'time_run_state_updated', 'note', 'charged', 'sled_id'])
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const machine of some) {
      const row = byId.get(machine.id)
      if (row && !agrees(row, machine)) differing.push(machine.id)
    }
  }
  return differing
}
