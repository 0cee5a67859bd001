import { sql } from 'kysely'
import type { Context } from '../kit/context/context.ts'
import { rawWriter } from '../database/session.ts'

/** Whose turn it is: silos after this one come first, and each may get at most its allowance. */
export type Turn = {
  after: string
  allowance: (siloId: string) => number
  /** The user of a silo who had its last turn. */
  userAfter: (siloId: string) => string
}

/** Takes the tasks as they come. */
export const ANY_TURN: Turn = { after: '', allowance: () => Infinity, userAfter: () => '' }

const isDue = (time: string) => sql`run_at <= ${time} and (lease_until is null or lease_until <= ${time})`

/** Returns the silos with due tasks in ascending order; '' for work of no silo. Reads a few index entries per silo. */
export async function dueSilos(context: Context, time: string): Promise<string[]> {
  const { rows } = await sql<{ silo_id: string }>`
    with recursive lane (silo_id) as (
      select min(silo_id) from task
      union all
      select (select min(task.silo_id) from task where task.silo_id > lane.silo_id) from lane
      where lane.silo_id is not null
    )
    select silo_id from lane where exists (
      select 1 from task where task.silo_id = lane.silo_id and ${isDue(time)}
    )
    order by silo_id`.execute(rawWriter(context))
  return rows.map((row) => row.silo_id)
}

/** Returns the users of a silo with due tasks in ascending order; '' for work of the system. As cheap as `dueSilos`. */
export async function dueUsers(context: Context, siloId: string, time: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with recursive lane (user_id) as (
      select min(user_id) from task where silo_id = ${siloId}
      union all
      select (
        select min(task.user_id) from task where task.silo_id = ${siloId} and task.user_id > lane.user_id
      ) from lane
      where lane.user_id is not null
    )
    select user_id from lane where exists (
      select 1 from task where task.silo_id = ${siloId} and task.user_id = lane.user_id and ${isDue(time)}
    )
    order by user_id`.execute(rawWriter(context))
  return rows.map((row) => row.user_id)
}

/** Splits `limit` tasks among silos, or among the users of one: the next ones in turn get equal shares. */
export function shares(
  takers: readonly string[],
  limit: number,
  { after, allowance }: Pick<Turn, 'after' | 'allowance'>,
): Map<string, number> {
  const inTurn = [...takers.filter((taker) => taker > after), ...takers.filter((taker) => taker <= after)]
  const given = new Map<string, number>()
  let left = limit
  for (let round = 0; left > 0 && round < limit; round++)
    for (const taker of inTurn) {
      if (left === 0) break
      const has = given.get(taker) ?? 0
      if (has >= allowance(taker)) continue
      given.set(taker, has + 1)
      left -= 1
    }
  return given
}

/** Merges lists: the first of each, then the second of each, and so on. */
export function interleaved<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  ).flat()
}
