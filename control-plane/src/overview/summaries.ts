import { SUMMARY_TIMES } from '@granary/contract/overview.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { sql } from 'kysely'
import type { Context } from '../kit/context/context.ts'
import { visibleProjects } from '../shared/projects/visible.ts'

/** Instances of one state that are counted in a project: a list of projects needs no exact number beyond. */
const MAX_COUNTED = 1_000
const STEP_MS = 2 * 60 * 60 * 1000

/** Returns the instances by state and the use of projects that the caller may see, with one statement. */
export async function summariesOf(context: Context, query: { project: string[] }) {
  const times = timesOfDay(context.clock.now())
  const rows = await visibleProjects(context, query)
    .leftJoin('provisioned', 'provisioned.scope_id', 'project.id')
    .select(['project.id', 'provisioned.cpus', 'provisioned.memory', 'provisioned.storage'])
    .select(instanceStates.map((state) => inState(state).as(state)))
    .select(times.map((time, index) => cpusBefore(time).as(`before${index}`)))
    .select(lastChange.as('time_changed'))
    .execute()
  return rows.map((row) => {
    const values: Record<string, number | string | null> = row
    const number = (column: string) => Number(values[column] ?? 0)
    const usage = { cpus: number('cpus'), memory: number('memory'), storage: number('storage') }
    return {
      id: row.id,
      instanceStates: instanceStates.flatMap((state) => {
        const count = number(state)
        const total = { count: Math.min(count, MAX_COUNTED), isCapped: count > MAX_COUNTED }
        return count > 0 ? [{ state, total }] : []
      }),
      usage,
      cpusOfDay: [...times.map((_, index) => number(`before${index}`)), usage.cpus],
      timeChanged: row.time_changed,
    }
  })
}

const timesOfDay = (now: Date): string[] =>
  Array.from({ length: SUMMARY_TIMES - 1 }, (_, index) =>
    new Date(now.getTime() - (SUMMARY_TIMES - 1 - index) * STEP_MS).toISOString(),
  )

const inState = (state: string) =>
  sql<number | string>`(select count(*) from (select 1 from instance
    where project_id = project.id and run_state = ${sql.lit(state)} limit ${sql.lit(MAX_COUNTED + 1)}) as counted)`

const cpusBefore = (time: string) =>
  sql<number | string | null>`(select cpus from usage_point
    where counter = 'project' and scope_id = project.id and time < ${time} order by time desc, seq desc limit 1)`

const lastChange = sql<string | null>`(select time from change_log
  where project_id = project.id order by seq desc limit 1)`
