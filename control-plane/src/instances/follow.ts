import type { MachineReport } from '@granary/compute/machine.ts'
import { describeError } from '../kit/describe-error.ts'
import { chunks } from '../kit/chunks.ts'
import type { Services } from '../kit/services.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { agrees, lookUp, report } from './reports.ts'
import { reviewStartProblems } from '../shared/placement/start-problem.ts'

/** Pushed reports may be lost, so the driver's whole list is compared at this interval; milliseconds. */
const RELIST_INTERVAL_MS = 30_000

/**
 * Stores the driver's reports from now on, and catches up with the ones missed before.
 * @returns a function that stops it.
 */
export async function followReports(services: Services): Promise<() => Promise<void>> {
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
  const relist = async () => {
    await refreshInventory(services)
    const machines = await services.compute.list()
    // The list may be stale by now, so it only selects the machines to look up.
    for (const id of await findDiffering(services, machines)) await inOrder(id, () => lookUp(services, id))
  }
  let reviewed = ''
  const review = async () => {
    reviewed = await reviewStartProblems(services, reviewed)
  }
  const unsubscribe = services.compute.subscribe(
    (machine) => void inOrder(machine.id, () => report(services, machine)),
  )
  await relist()
  let cancel = () => {}
  const later = () => {
    cancel = services.clock.setTimer(RELIST_INTERVAL_MS, () => {
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

/** The machines whose state differs from that of their instances. */
async function findDiffering({ db }: Services, machines: readonly MachineReport[]): Promise<string[]> {
  const differing: string[] = []
  for (const some of chunks(machines)) {
    const rows = await db
      .selectFrom('instance')
      .select(['id', 'run_state', 'time_run_state_updated', 'charged', 'sled_id'])
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
