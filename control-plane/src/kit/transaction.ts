import { type Isolation, readSnapshot, transaction } from '../database/retry.ts'
import { writeChanges } from './changes.ts'
import type { Context, OuterContext } from './context.ts'
import { hostDatabase } from './host-database.ts'
import { databaseInLane, laneOf } from './lane.ts'
import { rawWriter } from './raw-writer.ts'
import type { OuterServices } from './services.ts'
import { newTrail } from './trail.ts'

/** The context of a request, or of the system. */
type Requested = Context & Pick<OuterContext, 'readmit' | 'confirm'>

/** Returns the context of a transaction or snapshot with the caller as they are when its turn has come. */
const admitted = async ({ readmit }: Requested, inner: Context): Promise<Context> =>
  readmit ? readmit(inner) : inner

type Caller = Pick<Context, 'operation' | 'requestId' | 'actor' | 'provisioner' | 'trail'>

/** Creates a context outside of transactions. It is the one place that gives the statements of a caller their lane. */
export const outerContext = (services: OuterServices, caller: Caller): OuterContext => ({
  ...caller,
  db: databaseInLane(services, laneOf(caller)),
  engine: services.engine,
  services,
  clock: services.clock,
  changes: [],
  afterCommit: [],
})

/** Creates a context for work of the system itself, such as a task. @param actor the user in whose name it works. */
export const systemContext = (
  services: OuterServices,
  operation: string,
  actor: Context['actor'] = null,
): OuterContext =>
  outerContext(services, { operation, requestId: crypto.randomUUID(), actor, trail: newTrail() })

/**
 * Runs work in one transaction, writes the changes that it notes, then runs its `afterCommit` callbacks.
 * @throws ApiError if the caller of a request may not make it any more, see `OuterContext.readmit`.
 */
export async function inTransaction<Result>(
  context: Requested,
  work: (inner: Context) => Promise<Result>,
  isolation?: Isolation,
): Promise<Result> {
  const { engine, services } = context
  const once = async (db: Context['db']) => {
    const attempt = await admitted(context, { ...context, db, changes: [], afterCommit: [] })
    const value = await work(attempt)
    await writeChanges(attempt)
    // On SQLite, nothing else changes while it runs.
    if (engine === 'postgres') await context.confirm?.(attempt)
    return [value, attempt] as const
  }
  const [result, inner] = await transaction(
    rawWriter({ db: hostDatabase(services) }),
    engine,
    laneOf(context),
    once,
    isolation,
  )
  context.trail.changes.push(...inner.changes)
  for (const fn of inner.afterCommit) fn()
  return result
}

/**
 * The same, for work that decides by rows that it locks first or writes, and by nothing else. On PostgreSQL it neither fails nor
 * makes others fail because of what they read, which matters for work that runs all the time.
 */
export const inLockedTransaction = <Result>(
  context: Context,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> => inTransaction(context, work, 'locked rows')

/**
 * The same, for work that logs no change and is whole after each of its statements. On PostgreSQL each statement commits by
 * itself, with a third of the round trips. Nothing repeats it after a deadlock, so each statement writes one row. SQLite commits the work together with other transactions.
 */
export const inStatements = <Result>(
  context: Context,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> => (context.engine === 'postgres' ? work(context) : inLockedTransaction(context, work))

/**
 * Runs reads that all see the same state of the database. On SQLite they have the one connection to themselves, so
 * they must not wait for anything else.
 * @throws ApiError as `inTransaction` does.
 */
export const inSnapshot = <Result>(
  context: Requested,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> =>
  readSnapshot(
    rawWriter({ db: hostDatabase(context.services) }),
    context.engine,
    laneOf(context),
    async (db) => work(await admitted(context, { ...context, db })),
  )
