import type { Services } from '@granary/control-plane/kit/services.ts'

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
