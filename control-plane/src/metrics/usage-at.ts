import type { Amounts } from '@granary/domain/sizes.ts'
import { sql } from 'kysely'
import type { Reader } from '../kit/context/reader.ts'
import type { UsageScope } from './usage.ts'

/**
 * Returns the use of a scope, or of all together, right before a time in its stored form. It looks up one point per scope, so it costs
 * the same however many points there are.
 */
export async function usageAt(db: Reader, { counter, id }: UsageScope, time: string): Promise<Amounts> {
  const last = db
    .selectFrom('usage_point')
    .select('seq')
    .where('counter', '=', counter)
    .where('scope_id', '=', id ?? sql<string>`scope.id`)
    .where('time', '<', time)
    .orderBy('time', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
  const ofAll = sql<number>`(
    select (${last}) from (
      with recursive scope (id) as (
        select min(scope_id) from usage_point where counter = ${counter}
        union all
        select (select min(scope_id) from usage_point where counter = ${counter} and scope_id > scope.id)
        from scope where scope.id is not null
      ) select id from scope where id is not null) as "scope")`
  const row = await db
    .selectFrom('usage_point')
    .select(({ fn }) => [
      fn.sum('cpus').as('cpus'),
      fn.sum('memory').as('memory'),
      fn.sum('storage').as('storage'),
    ])
    .where('seq', 'in', id === null ? ofAll : last)
    .executeTakeFirstOrThrow()
  return { cpus: Number(row.cpus), memory: Number(row.memory), storage: Number(row.storage) }
}

/** Returns the time of the first point of a scope, or of all; null if nothing was ever used. */
export async function firstUse(db: Reader, { counter, id }: UsageScope): Promise<string | null> {
  const row = await db
    .selectFrom('usage_point')
    .select('time')
    .where('counter', '=', counter)
    .$if(id !== null, (points) => points.where('scope_id', '=', id))
    .orderBy('time')
    .limit(1)
    .executeTakeFirst()
  return row?.time ?? null
}
