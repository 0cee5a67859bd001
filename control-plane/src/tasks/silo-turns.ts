import { sql } from 'kysely'
import type { Context } from '../kit/context.ts'
import { rawWriter } from '../kit/raw-writer.ts'

/** Whose turn it is: silos after this one come first, and each may get at most its allowance. */
export type Turn = { after: string; allowance: (siloId: string) => number }

/** Takes the tasks of a silo as they come. */
export const ANY_TURN: Turn = { after: '', allowance: () => Infinity }

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
      select 1 from task where task.silo_id = lane.silo_id and run_at <= ${time}
      and (lease_until is null or lease_until <= ${time})
    )
    order by silo_id`.execute(rawWriter(context))
  return rows.map((row) => row.silo_id)
}

/** Splits `limit` tasks among silos: the next ones in turn get equal shares. */
export function shares(
  silos: readonly string[],
  limit: number,
  { after, allowance }: Turn,
): Map<string, number> {
  const inTurn = [...silos.filter((silo) => silo > after), ...silos.filter((silo) => silo <= after)]
  const given = new Map<string, number>()
  let left = limit
  for (let round = 0; left > 0 && round < limit; round++)
    for (const silo of inTurn) {
      if (left === 0) break
      const has = given.get(silo) ?? 0
      if (has > round || has >= allowance(silo)) continue
      given.set(silo, has + 1)
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
