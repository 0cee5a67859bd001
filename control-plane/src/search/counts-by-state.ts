import { type InstanceState, instanceStates } from '@granary/domain/instance-states.ts'
import type { Context } from '../kit/context/context.ts'
import { MAX_COUNTED } from '../kit/request/list-total.ts'
import { isVisible } from '../shared/projects/visible.ts'

/** Instances that are counted at once, whatever their state. Most silos have fewer. */
const MAX_AT_ONCE = 20_000

/**
 * Counts the instances that the caller may see. To look for the instances of one state in 10,000 projects takes 5 to 15 ms, and there
 * are as many states as make that too long, so one statement counts all states unless there are too many instances.
 */
export async function countsByState(context: Context, maxAtOnce = MAX_AT_ONCE) {
  const counts = (await countAll(context, maxAtOnce)) ?? (await countEach(context))
  return instanceStates.flatMap((state) => {
    const found = counts.get(state) ?? 0
    const total = { count: Math.min(found, MAX_COUNTED), isCapped: found > MAX_COUNTED }
    return found === 0 ? [] : [{ state, total }]
  })
}

type Counts = ReadonlyMap<InstanceState, number>

/** @returns null if there are too many. */
async function countAll(context: Context, max: number): Promise<Counts | null> {
  const rows = await allCounted(context, max + 1).execute()
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  const sum = [...counts.values()].reduce((one, other) => one + other, 0)
  return sum > max ? null : counts
}

async function countEach(context: Context): Promise<Counts> {
  const counts = new Map<InstanceState, number>()
  for (const state of instanceStates) {
    const { count } = await stateCounted(context, state).executeTakeFirstOrThrow()
    counts.set(state, Number(count))
  }
  return counts
}

/** The query that counts the first instances by their state. It reads index entries only. */
export const allCounted = (context: Context, limit: number) =>
  context.db
    .selectFrom(visible(context).limit(limit).as('some'))
    .select('some.run_state as state')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .groupBy('some.run_state')

/** The query that counts the first instances of a state. It reads index entries only. */
export const stateCounted = (context: Context, state: InstanceState) =>
  context.db
    .selectFrom(
      visible(context)
        .where('run_state', '=', state)
        .limit(MAX_COUNTED + 1)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number | string>().as('count'))

const visible = (context: Context) =>
  context.db
    .selectFrom('instance')
    .select('run_state')
    .where(
      'project_id',
      'in',
      context.db.selectFrom('project').where(isVisible(context)).select('project.id'),
    )
