import { present } from '../kit/base/present.ts'
import type { Database } from '../database/schema.ts'
import { type Context, now } from '../kit/context/context.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import type { Amounts } from './amounts.ts'

/** A change of what a scope uses or may use. */
export type UsagePoint = {
  counter: Database['usage_point']['counter']
  scopeId: string
  after: Amounts
  change: Amounts
}

/**
 * Stores changes in the transaction that makes them. Call it after the change: the lock of its row puts concurrent changes of a
 * scope in one order, which their times must have too.
 */
export async function writeUsagePoints(context: Context, points: readonly UsagePoint[]): Promise<void> {
  const time = now(context)
  const rows = points.flatMap(({ counter, scopeId, after, change }) =>
    change.cpus === 0 && change.memory === 0 && change.storage === 0
      ? []
      : [
          {
            counter,
            scope_id: scopeId,
            time,
            cpus: after.cpus,
            memory: after.memory,
            storage: after.storage,
            cpus_change: change.cpus,
            memory_change: change.memory,
            storage_change: change.storage,
          },
        ],
  )
  if (rows.length === 0) return
  await pullBack(context, rows)
  await unlogged(context).insertInto('usage_point').values(rows).execute()
}

/** Moves later points of the same scopes to now. They exist if the clock went back, and would hide the new points. */
const pullBack = (
  context: Context,
  rows: readonly { counter: UsagePoint['counter']; scope_id: string; time: string }[],
) =>
  unlogged(context)
    .updateTable('usage_point')
    .set({ time: present(rows[0], 'the first row').time })
    .where((where) =>
      where.or(
        rows.map(({ counter, scope_id, time }) =>
          where.and([
            where('counter', '=', counter),
            where('scope_id', '=', scope_id),
            where('time', '>', time),
          ]),
        ),
      ),
    )
    .execute()
