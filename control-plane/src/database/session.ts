import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutor,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Engine } from './columns.ts'
import type { Database } from './schema.ts'

// Kysely compiles statements, and nothing else: sessions run them, each engine in a file of its own.

/** A compiled statement. */
export type Statement = {
  text: string
  parameters: readonly unknown[]
  /**
   * The table of a write that its transaction reads nothing of, and that fails only with the transaction. PostgreSQL gets such
   * writes together with each other, before the transaction's next statement.
   */
  deferredTo?: string | undefined
  /** Whether it makes, changes or drops a table. Those of a migration may in any case. */
  changesTables?: boolean
}

/** What a statement found, or how many rows it has changed. */
export type Answer = { rows: readonly unknown[]; changed?: number | undefined }

/**
 * How a transaction is kept apart from others. `serializable`: as if it ran alone. `locked rows`: only the rows that it
 * locks or writes stay as it read them, and no read of it makes another transaction fail.
 */
export type Isolation = 'serializable' | 'locked rows'

/**
 * How a transaction begins: as the engine does by itself (`plain`), to read one state of the database (`snapshot`), or to change tables,
 * which may take any time (`migration`). SQLite runs one at a time anyway.
 */
export type Begin = Isolation | 'plain' | 'snapshot' | 'migration'

/** A connection in use. Its statements run in the order in which they are given. */
export type Session = {
  /** @param alone whether the transactions of all servers wait for it. */
  begin: (how: Begin, alone?: boolean) => Promise<void> | void
  run: (statement: Statement) => Promise<Answer> | Answer
  commit: () => Promise<void> | void
  rollback: () => Promise<void> | void
  /** Gives the connection back. */
  release: () => void
}

/** The work that a transaction belongs to. On PostgreSQL, such transactions of a silo may take turns (`conflict-queues.ts`). */
export type Origin = { silo: string; operation: string }

/** The origin of work that belongs to no silo. */
export const SYSTEM_ORIGIN: Origin = { silo: '', operation: '' }

/** An open database. Work that waits for a connection gets it in the order in which it asked. */
export type Sessions = {
  engine: Engine
  /** Waits for a connection. */
  open: () => Promise<Session>
  /** Runs work in a transaction, as often as the engine asks for it. */
  transaction: <Result>(
    origin: Origin,
    isolation: Isolation,
    work: (session: Session) => Promise<Result>,
  ) => Promise<Result>
  /** Runs reads that all see the same state of the database. */
  snapshot: <Result>(read: (session: Session) => Promise<Result>) => Promise<Result>
  /**
   * Runs a statement without a promise, if the engine can and that shows no part of another one's transaction.
   * @param session null outside of transactions and snapshots.
   * @returns null if it has to wait.
   */
  runNow?: (session: Session | null, statement: Statement) => Answer | null
  /** Closing twice is a no-op. */
  close: () => Promise<void>
}

/** Where the statements of a database run: in any session, or in one. */
type Target = { sessions: Sessions; session: Session | null; driver: Driver }

/** Returns a database whose statements outside of transactions take sessions as they come. */
export const databaseOf = (sessions: Sessions): Kysely<Database> =>
  databaseAt({ sessions, session: null, driver: driverOf(sessions) }, [])

/**
 * Returns the whole database behind a reader, for kinds and the kit, which log their writes. Families write through a
 * kind or `unlogged`; lint refuses this import there.
 */
export const rawWriter = ({ db }: { db: Pick<Kysely<Database>, 'selectFrom'> }): Kysely<Database> =>
  db as Kysely<Database>

/** Runs work in one transaction. It may run again, so it must have no effect that a rollback can't undo. */
export const transaction = <Result>(
  db: Kysely<Database>,
  origin: Origin,
  work: (inner: Kysely<Database>) => Promise<Result>,
  isolation: Isolation = 'serializable',
): Promise<Result> =>
  targetOf(db).sessions.transaction(origin, isolation, (session) => work(databaseIn(db, session)))

/** Runs reads that all see the same state of the database. It may repeat them. */
export const readSnapshot = <Result>(
  db: Kysely<Database>,
  read: (inner: Kysely<Database>) => Promise<Result>,
): Promise<Result> => targetOf(db).sessions.snapshot((session) => read(databaseIn(db, session)))

/** Runs a migration in a transaction, once. */
export const migration = (db: Kysely<Database>, work: (inner: Kysely<Database>) => Promise<void>) =>
  inOneSession(targetOf(db).sessions, (session) =>
    within(session, 'migration', () => work(databaseIn(db, session))),
  )

/** Runs statements outside of transactions in one session. */
export const inSession = <Result>(
  db: Kysely<Database>,
  work: (inner: Kysely<Database>) => Promise<Result>,
): Promise<Result> => inOneSession(targetOf(db).sessions, (session) => work(databaseIn(db, session)))

/** Runs a statement at once, or returns null, see `Sessions.runNow`. */
export function runNow(db: Kysely<Database>, statement: Statement): Answer | null {
  const { sessions, session } = targetOf(db)
  return sessions.runNow?.(session, statement) ?? null
}

/** Runs a statement whose text has been compiled before. */
export async function runStatement(db: Kysely<Database>, statement: Statement): Promise<Answer> {
  const { session } = targetOf(db)
  if (session) return session.run(statement)
  const { rows, numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(statement.text, [...statement.parameters]),
  )
  return { rows, changed: numAffectedRows === undefined ? undefined : Number(numAffectedRows) }
}

/** Runs work in a transaction of a session. */
export async function within<Result>(
  session: Session,
  how: Begin,
  work: () => Promise<Result>,
  alone = false,
): Promise<Result> {
  try {
    await session.begin(how, alone)
    const result = await work()
    await session.commit()
    return result
  } catch (error) {
    try {
      await session.rollback()
    } catch {
      // The first error is the one that counts.
    }
    throw error
  }
}

export async function inOneSession<Result>(
  sessions: Pick<Sessions, 'open'>,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await sessions.open()
  try {
    return await work(session)
  } finally {
    session.release()
  }
}

/** The adapter says where statements run, because it is what plugins keep. */
function targetOf(db: Kysely<Database>): Target {
  const { adapter } = db.getExecutor()
  if (!('target' in adapter)) throw new Error('this database has no sessions')
  return (adapter as { target: Target }).target
}

const databaseIn = (db: Kysely<Database>, session: Session): Kysely<Database> =>
  databaseAt({ ...targetOf(db), session }, db.getExecutor().plugins)

function databaseAt(target: Target, plugins: QueryExecutor['plugins']): Kysely<Database> {
  const { sessions, session, driver } = target
  const { engine } = sessions
  const compiler = engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()
  const adapter = Object.assign(engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter(), { target })
  const provideConnection = <Result>(consumer: (connection: DatabaseConnection) => Promise<Result>) =>
    session
      ? consumer(connectionOf(session))
      : inOneSession(sessions, (opened) => consumer(connectionOf(opened)))
  const dialect = {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db: Kysely<unknown>) =>
      engine === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db),
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection }, [...plugins])
  return new Kysely<Database>({ config: { dialect }, dialect, driver, executor })
}

type SessionConnection = DatabaseConnection & { session: Session }

/** Kysely gives a driver the connections back that the driver has made. */
const sessionOf = (connection: DatabaseConnection): Session => (connection as SessionConnection).session

const TABLES_CHANGE = /^(Create|Alter|Drop)/

const connectionOf = (session: Session): SessionConnection => ({
  session,
  async executeQuery<Row>({ sql: text, parameters, query }: CompiledQuery) {
    const changesTables = TABLES_CHANGE.test(query.kind)
    const { rows, changed } = await session.run({ text, parameters, changesTables })
    return {
      rows: rows as Row[],
      ...(changed !== undefined && { numAffectedRows: BigInt(changed) }),
    }
  },
  streamQuery() {
    throw new Error('no statement is streamed')
  },
})

const LEVELS: Record<string, Begin> = {
  serializable: 'serializable',
  'read committed': 'locked rows',
  'repeatable read': 'snapshot',
}

/** What Kysely needs for its own transactions, of which there are some without retries. */
const driverOf = (sessions: Sessions): Driver => ({
  init: async () => {},
  acquireConnection: async () => connectionOf(await sessions.open()),
  releaseConnection: async (connection) => sessionOf(connection).release(),
  beginTransaction: async (connection, { isolationLevel }: TransactionSettings) =>
    sessionOf(connection).begin(LEVELS[isolationLevel ?? ''] ?? 'plain'),
  commitTransaction: async (connection) => sessionOf(connection).commit(),
  rollbackTransaction: async (connection) => sessionOf(connection).rollback(),
  destroy: () => sessions.close(),
})
