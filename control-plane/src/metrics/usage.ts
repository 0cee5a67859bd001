import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Reader } from '../kit/context/reader.ts'

/** The published counters of provisioned resources, and the amounts that they count. */
export const USAGE_COUNTERS = {
  cpus_provisioned: 'cpus',
  ram_provisioned: 'memory',
  virtual_disk_space_provisioned: 'storage',
} as const
export type UsageAmount = (typeof USAGE_COUNTERS)[keyof typeof USAGE_COUNTERS]

export type UsageCounter = Database['usage_point']['counter']

/** A project, a silo or a silo's quota; without an id the sum of all. */
export type UsageScope = { counter: UsageCounter; id: string | null }

/** Position of a point among those of all scopes: several can have one time. */
export type UsagePosition = { time: string; seq: number }

export type UsageValue = UsagePosition & { value: number }

export type UsageRange = {
  /** First time, included, and last time, not included, as stored. */
  from: string
  to: string
  descending: boolean
  limit: number
  /** Position of the last point of the page before. */
  after?: UsagePosition | undefined
}

/** Returns a counter's values after its changes, in the order of the range. */
export async function usageValues(
  db: Reader,
  scope: UsageScope,
  amount: UsageAmount,
  { from, to, descending, limit, after }: UsageRange,
): Promise<UsageValue[]> {
  const direction = descending ? 'desc' : 'asc'
  let query = db
    .selectFrom('usage_point')
    .select(['time', 'seq', `${amount} as value`, `${amount}_change as change`])
    .where('counter', '=', scope.counter)
    .where(`${amount}_change`, '<>', 0)
    .where('time', '>=', from)
    .where('time', '<', to)
    .orderBy('time', direction)
    .orderBy('seq', direction)
    .limit(limit)
  if (scope.id !== null) query = query.where('scope_id', '=', scope.id)
  if (after) query = query.where(beyond(after, descending ? sql`<` : sql`>`))
  const rows = await query.execute()
  if (scope.id !== null) return rows
  return summed(descending ? rows.toReversed() : rows, descending, (first) =>
    sumBefore(db, scope.counter, amount, first),
  )
}

type Changed = UsageValue & { change: number }

/** Replaces the values of single scopes by those of their sum. */
async function summed(
  oldestFirst: readonly Changed[],
  descending: boolean,
  sumBefore: (first: UsagePosition) => Promise<number>,
): Promise<UsageValue[]> {
  const [first] = oldestFirst
  if (!first) return []
  let total = await sumBefore(first)
  const values = oldestFirst.map(({ time, seq, change }) => ({ time, seq, value: (total += change) }))
  return descending ? values.reverse() : values
}

/**
 * Returns the sum over all scopes before a position. It looks up a point or two per scope, so it costs the same however many points
 * there are.
 */
async function sumBefore(
  db: Reader,
  counter: UsageCounter,
  amount: UsageAmount,
  position: UsagePosition,
): Promise<number> {
  const row = await db
    .selectFrom(
      sql<{ id: string }>`(
        with recursive scope (id) as (
          select min(scope_id) from usage_point where counter = ${counter}
          union all
          select (select min(scope_id) from usage_point where counter = ${counter} and scope_id > scope.id)
          from scope where scope.id is not null
        ) select id from scope where id is not null)`.as('scope'),
    )
    .select((select) => {
      const points = select
        .selectFrom('usage_point')
        .where('counter', '=', counter)
        .whereRef('scope_id', '=', 'scope.id')
        .limit(1)
      const last = points
        .select(amount)
        .where(beyond(position, sql`<`))
        .orderBy('time', 'desc')
        .orderBy('seq', 'desc')
      // Older points may have been deleted.
      const beforeFirst = points
        .select(sql<number>`${sql.ref(amount)} - ${sql.ref(`${amount}_change`)}`.as('before'))
        .where(beyond(position, sql`>=`))
        .orderBy('time')
        .orderBy('seq')
      return sql<string | null>`sum(coalesce(${last}, ${beforeFirst}))`.as('total')
    })
    .executeTakeFirst()
  return Number(row?.total ?? 0)
}

const beyond = ({ time, seq }: UsagePosition, operator: RawBuilder<unknown>) =>
  sql<boolean>`(time, seq) ${operator} (${time}, ${seq})`
