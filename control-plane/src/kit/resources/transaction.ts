import { type Isolation, type Origin, rawWriter, readSnapshot, transaction } from '../../database/session.ts'
import { writeChanges } from './changes.ts'
import type { Context, OuterContext } from '../context/context.ts'
import type { OuterServices } from '../context/services.ts'
import { newTrail } from '../log/trail.ts'

type Caller = Pick<
  Context,
  'operation' | 'goesOn' | 'bodyBytes' | 'requestId' | 'actor' | 'provisioner' | 'trail'
>

/** Creates a context outside of transactions. */
export const outerContext = (services: OuterServices, caller: Caller): OuterContext => ({
  ...caller,
  db: services.state.db,
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
  outerContext(services, {
    operation,
    goesOn: true,
    requestId: crypto.randomUUID(),
    actor,
    trail: newTrail(),
  })

const originOf = ({ actor, provisioner, operation }: Context): Origin => ({
  silo: (actor ?? provisioner)?.siloId ?? '',
  operation,
})

/**
 * Runs work in one transaction, writes the changes that it notes, then runs its `afterCommit` callbacks.
 */
export async function inTransaction<Result>(
  context: Context,
  work: (inner: Context) => Promise<Result>,
  isolation?: Isolation,
): Promise<Result> {
  const { services } = context
  const once = async (db: Context['db']) => {
    const attempt: Context = { ...context, db, changes: [], afterCommit: [] }
    const value = await work(attempt)
    await writeChanges(attempt)
    return [value, attempt] as const
  }
  const [result, inner] = await transaction(rawWriter(services.state), originOf(context), once, isolation)
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
 */
export const inSnapshot = <Result>(
  context: Context,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> => readSnapshot(rawWriter(context.services.state), (db) => work({ ...context, db }))
