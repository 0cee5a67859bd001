import type { TaskKind } from './task-kind.ts'
import { deferredWrite, fixedWrite } from '../kit/sql/fixed-query.ts'
import { rawWriter } from '../database/session.ts'
import { sql } from 'kysely'
import type { TaskRow } from '../database/schema.ts'
import type { Scope } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { ANY_TURN, dueSilos, dueUsers, interleaved, shares, type Turn } from './turns.ts'

/**
 * Enqueues a task in the caller's transaction. There is one task per kind and key: enqueuing it again while it waits or
 * runs makes it run (once) more, so a task always sees the latest state.
 * @param scope where the work lies: silos take turns, and so do the users of a silo.
 * @param delay milliseconds before it is due.
 */
export async function enqueue(
  context: Context,
  kind: TaskKind,
  key: string,
  scope: Pick<Scope, 'siloId'>,
  delay = 0,
): Promise<void> {
  const userId = context.actor?.userId ?? ''
  const created = now(context)
  const runAt = delay === 0 ? created : new Date(context.clock.now().getTime() + delay).toISOString()
  const row = {
    id: crypto.randomUUID(),
    kind,
    key,
    payload: '{}',
    run_at: runAt,
    attempts: 0,
    leased_by: null,
    lease_until: null,
    revision: 1,
    last_error: null,
    time_created: created,
    silo_id: scope.siloId ?? '',
    user_id: userId,
  }
  await deferredWrite(
    context,
    'task',
    [enqueue, 'enqueue'],
    () =>
      rawWriter(context)
        .insertInto('task')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['kind', 'key']).doUpdateSet({
            revision: sql<number>`task.revision + 1`,
            run_at: sql<string>`case when task.run_at < excluded.run_at then task.run_at else excluded.run_at end`,
            attempts: sql<number>`0`,
            // The work of the system follows the turns of the user who caused the task before.
            user_id: sql<string>`case when excluded.user_id = '' then task.user_id else excluded.user_id end`,
          }),
        ),
    Object.values(row),
  )
  context.afterCommit.push(context.services.notify)
}

/**
 * Leases due tasks to a worker, of all silos in turn, and of the users of a silo in turn. Other workers on the same database skip them until the lease
 * expires. A leased task is next due at that time.
 * @returns the tasks in the order of the turns.
 */
export async function claim(
  context: Context,
  worker: string,
  limit: number,
  lease: number,
  turn: Turn = ANY_TURN,
): Promise<TaskRow[]> {
  const time = now(context)
  const bySilo: string[][] = []
  for (const [silo, share] of shares(await dueSilos(context, time), limit, turn)) {
    const users = await dueUsers(context, silo, time)
    const userTurn = { after: turn.userAfter(silo), allowance: () => Infinity }
    const byUser: string[][] = []
    for (const [user, taken] of shares(users, share, userTurn))
      byUser.push(await dueTasks(context, { silo, user, time, limit: taken }))
    bySilo.push(interleaved(byUser))
  }
  const inTurn = interleaved(bySilo)
  if (inTurn.length === 0) return []
  const until = endOf(context, lease)
  const rows = await rawWriter(context)
    .updateTable('task')
    .set({ leased_by: worker, lease_until: until, run_at: until })
    .where('id', 'in', inTurn)
    .returningAll()
    .execute()
  return rows.toSorted((one, other) => inTurn.indexOf(one.id) - inTurn.indexOf(other.id))
}

/** Locks due tasks of a user, oldest first. @returns their ids. */
async function dueTasks(
  context: Context,
  { silo, user, time, limit }: { silo: string; user: string; time: string; limit: number },
): Promise<string[]> {
  let due = context.db
    .selectFrom('task')
    .select('id')
    .where('silo_id', '=', silo)
    .where('user_id', '=', user)
    .where('run_at', '<=', time)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', time)]))
    .orderBy('run_at')
    .limit(limit)
  if (context.engine === 'postgres') due = due.forUpdate().skipLocked()
  return (await due.execute()).map(({ id }) => id)
}

/** Renews the leases of tasks that a worker runs. @returns the IDs of those that no other worker has taken over. */
export async function renew(
  context: Context,
  worker: string,
  lease: number,
  ids: readonly string[],
): Promise<string[]> {
  const until = endOf(context, lease)
  return setLeases(context, worker, ids, { lease_until: until, run_at: until })
}

/** Ends leases of a worker: the tasks are due at once. */
export async function release(context: Context, worker: string, ids: readonly string[]): Promise<void> {
  await setLeases(context, worker, ids, { leased_by: null, lease_until: null, run_at: now(context) })
}

async function setLeases(
  context: Context,
  worker: string,
  ids: readonly string[],
  values: { leased_by?: null; lease_until: string | null; run_at: string },
): Promise<string[]> {
  if (ids.length === 0) return []
  const set = await rawWriter(context)
    .updateTable('task')
    .set(values)
    .where('leased_by', '=', worker)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return set.map(({ id }) => id)
}

const endOf = (context: Context, lease: number): string =>
  new Date(context.clock.now().getTime() + lease).toISOString()

/**
 * Releases every lease and makes every task due. Only safe when no other worker can be alive. Tasks that wait find out how long
 * by themselves: the stored time is too late if the clock was set back while no server ran.
 */
export async function releaseAllLeases(context: Context): Promise<void> {
  await rawWriter(context)
    .updateTable('task')
    .set({ leased_by: null, lease_until: null, run_at: now(context) })
    .where((where) => where.or([where('leased_by', 'is not', null), where('run_at', '>', now(context))]))
    .execute()
}

/** What became of a task: over, due again, or taken over by another worker after its lease had expired. */
export type Ending = 'over' | 'due again' | 'lease lost'

/** Ends a task that succeeded, unless it was enqueued again while it ran or another worker has taken it over. */
export async function finish(context: Context, task: TaskRow): Promise<Ending> {
  const { changed } = await fixedWrite(
    context,
    [finish, 'finish'],
    () =>
      rawWriter(context)
        .deleteFrom('task')
        .where('id', '=', task.id)
        .where('leased_by', '=', task.leased_by)
        .where('revision', '=', task.revision),
    [task.id, task.leased_by, task.revision],
  )
  if (changed! > 0) return 'over'
  const { numUpdatedRows } = await rawWriter(context)
    .updateTable('task')
    .set({ leased_by: null, lease_until: null, run_at: now(context) })
    .where('id', '=', task.id)
    .where('leased_by', '=', task.leased_by)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'due again' : 'lease lost'
}

/**
 * Postpones a task, unless another worker has taken it over. If it was enqueued again while it ran, it is due at once.
 * @param delay milliseconds.
 */
export async function postpone(
  context: Context,
  task: TaskRow,
  delay: number,
  error: string | null,
): Promise<Exclude<Ending, 'over'>> {
  const due = new Date(context.clock.now().getTime() + delay).toISOString()
  const { numUpdatedRows } = await rawWriter(context)
    .updateTable('task')
    .set({
      leased_by: null,
      lease_until: null,
      attempts: error === null ? 0 : task.attempts + 1,
      last_error: error,
      run_at: sql<string>`case when revision = ${task.revision} then ${due} else ${now(context)} end`,
    })
    .where('id', '=', task.id)
    .where('leased_by', '=', task.leased_by)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'due again' : 'lease lost'
}

/** When the next task is due that no worker runs, or null. */
export async function nextRunTime(context: Context): Promise<Date | null> {
  const row = await context.db
    .selectFrom('task')
    .select('run_at')
    // A task that was enqueued again while it runs is due when it ends.
    .where((where) =>
      where.or([where('lease_until', 'is', null), where('lease_until', '<=', where.ref('run_at'))]),
    )
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  return row ? new Date(row.run_at) : null
}
