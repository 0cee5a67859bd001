import { type Dialect, Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely'
import { FairQueue, type Lane } from './fair-queue.ts'
import type { Database } from './schema.ts'
import type { RowsOfTable } from './row-versions.ts'
import type { SnapshotReads } from './snapshot-reads.ts'

/** Maximum number of remembered databases of lanes. */
const MAX_LANED = 4_096

/** A database with one connection, which one user has at a time: snapshots of all silos in turn, and everything else between them. */
class OneConnection {
  readonly #database: SqliteDatabase
  readonly #waiting = new FairQueue<() => void>()
  #isTaken = false
  /** The database for the user that has the connection: its queries take no turn. */
  readonly #inner: Kysely<Database>
  /** Databases whose statements take the turns of a lane. */
  readonly #laned = new Map<string, Kysely<Database>>()
  readonly reads: SnapshotReads

  constructor(database: SqliteDatabase, reads: SnapshotReads) {
    this.#database = database
    this.reads = reads
    this.#inner = new Kysely({ dialect: dialectOf(database, this, () => new SqliteDriver({ database })) })
  }

  /** Returns the database whose statements take the turns of a lane. */
  inLane(lane: Lane): Kysely<Database> {
    const key = JSON.stringify([lane.silo, lane.user])
    const known = this.#laned.get(key)
    if (known) return known
    const createDriver = () => new TurnDriver(this.#database, this, lane)
    const laned = new Kysely<Database>({ dialect: dialectOf(this.#database, this, createDriver) })
    if (this.#laned.size >= MAX_LANED) this.#laned.clear()
    this.#laned.set(key, laned)
    return laned
  }

  /** Waits for the connection and takes it. @param lane null for a statement of no lane or a group of transactions, which has a turn of its own. */
  take(lane: Lane | null): Promise<void> | void {
    if (this.#isTaken)
      return new Promise((resolve) =>
        lane ? this.#waiting.push(lane, resolve) : this.#waiting.pushAlone(resolve),
      )
    this.#isTaken = true
  }

  /** Passes the connection on. */
  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }

  /** Runs reads that all see the same state of the database. */
  async snapshot<Result>(lane: Lane, read: (inner: Kysely<Database>) => Promise<Result>): Promise<Result> {
    await this.take(lane)
    try {
      this.reads.begin()
      return await read(this.#inner)
    } finally {
      this.reads.end()
      this.release()
    }
  }

  /**
   * Runs a query at once if that can't show a part of another user's transaction.
   * @param db the database by which the query is asked for: that of a snapshot, or the one whose queries take turns.
   * @param rows the only rows that it reads of their table; undefined for any.
   * @returns null if it has to take its turn.
   */
  query(
    db: Kysely<Database>,
    text: string,
    parameters: readonly unknown[],
    rows?: RowsOfTable,
  ): unknown[] | null {
    if (db !== this.#inner && (this.#isTaken || db.isTransaction)) return null
    return this.reads.query(rows, () => this.#database.prepare(text).all(parameters) as unknown[])
  }
}

/** Lets Kysely take turns with the other users of a connection. */
class TurnDriver extends SqliteDriver {
  readonly #connection: OneConnection
  readonly #lane: Lane | null

  constructor(database: SqliteDatabase, connection: OneConnection, lane: Lane | null) {
    super({ database })
    this.#connection = connection
    this.#lane = lane
  }

  override async acquireConnection() {
    await this.#connection.take(this.#lane)
    return super.acquireConnection()
  }

  override async releaseConnection() {
    this.#connection.release()
  }
}

/** Marks the databases of a connection. */
class TurnAdapter extends SqliteAdapter {
  readonly connection: OneConnection

  constructor(connection: OneConnection) {
    super()
    this.connection = connection
  }

  /** True because Kysely's own lock wakes all that wait for the connection whenever it is free. */
  override get supportsMultipleConnections() {
    return true
  }
}

/** Returns the connection of a database that has only one; null for others. */
export function oneConnectionOf(db: Kysely<Database>): OneConnection | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof TurnAdapter ? adapter.connection : null
}

/**
 * Returns a database whose statements outside of transactions and snapshots take the turns of a lane. Statements of no lane have
 * turns of their own, so a user with a hundred of them would delay all others by a hundred.
 */
export function inLane(db: Kysely<Database>, lane: Lane): Kysely<Database> {
  const connection = oneConnectionOf(db)
  if (!connection || db.isTransaction) return db
  const laned = connection.inLane(lane)
  const { plugins } = db.getExecutor()
  return plugins.reduce((all, plugin) => all.withPlugin(plugin), laned)
}

/** Kysely over a database with one connection, whose users take turns. */
export function turnDialect(database: SqliteDatabase, reads: SnapshotReads): Dialect {
  const connection = new OneConnection(database, reads)
  return dialectOf(database, connection, () => new TurnDriver(database, connection, null))
}

function dialectOf(
  database: SqliteDatabase,
  connection: OneConnection,
  createDriver: () => SqliteDriver,
): Dialect {
  const dialect = new SqliteDialect({ database })
  return {
    createDriver,
    createAdapter: () => new TurnAdapter(connection),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}
