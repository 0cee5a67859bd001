import { type Dialect, Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely'
import { FairQueue, type Lane } from './fair-queue.ts'
import { Lanes } from './lanes.ts'
import type { Database } from './schema.ts'
import type { RowsOfTable } from './row-versions.ts'
import type { SnapshotReads } from './snapshot-reads.ts'

/** A database with one connection, which one user has at a time: snapshots of all silos in turn, and everything else between them. */
class OneConnection {
  readonly #database: SqliteDatabase
  readonly #waiting = new FairQueue<() => void>()
  #isTaken = false
  /** The database for the user that has the connection: its queries take no turn. */
  readonly #inner: Kysely<Database>
  /** Databases whose statements take the turns of a lane. */
  readonly lanes: Lanes
  readonly reads: SnapshotReads

  constructor(database: SqliteDatabase, reads: SnapshotReads) {
    this.#database = database
    this.reads = reads
    this.#inner = new Kysely({ dialect: dialectOf(database, this, () => new SqliteDriver({ database })) })
    this.lanes = new Lanes((lane) => {
      const createDriver = () => new TurnDriver(database, this, lane)
      return new Kysely<Database>({ dialect: dialectOf(database, this, createDriver) })
    })
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

  /** For `inLane`. */
  get lanes() {
    return this.connection.lanes
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
