import type { Services } from '@granary/control-plane/kit/context/services.ts'

/** How many tasks wait for their first run, run, and wait to be tried again after an error. */
export type TaskCounts = { waiting: number; running: number; failing: number }

export async function taskCounts(db: Services['db'], now: Date): Promise<TaskCounts> {
  const time = now.toISOString()
  const row = await db
    .selectFrom('task')
    .select(({ fn, eb }) => {
      const runs = eb('lease_until', '>', time)
      const rests = eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', time)])
      return [
        fn.countAll<number>().filterWhere(runs).as('running'),
        fn
          .countAll<number>()
          .filterWhere(eb.and([rests, eb('last_error', 'is', null)]))
          .as('waiting'),
        fn
          .countAll<number>()
          .filterWhere(eb.and([rests, eb('last_error', 'is not', null)]))
          .as('failing'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), running: Number(row.running), failing: Number(row.failing) }
}

/** Silos whose tasks are counted each. */
const MAX_SILOS = 20

/** Returns the names of the silos with the most tasks that are due and wait; '' for the system. */
export async function waitingBySilo(
  db: Services['db'],
  now: Date,
): Promise<{ silo: string; count: number }[]> {
  const time = now.toISOString()
  const rows = await db
    .selectFrom('task')
    .leftJoin('silo', 'silo.id', 'task.silo_id')
    .select(['silo.name as silo', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('task.run_at', '<=', time)
    .where((row) => row.or([row('task.lease_until', 'is', null), row('task.lease_until', '<=', time)]))
    .groupBy('silo.name')
    .orderBy('count', 'desc')
    .limit(MAX_SILOS)
    .execute()
  return rows.map(({ silo, count }) => ({ silo: silo ?? '', count: Number(count) }))
}
