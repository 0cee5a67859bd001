import type { Lane } from '@granary/control-plane/database/fair-queue.ts'
import { Lanes } from '@granary/control-plane/database/lanes.ts'
import { Places } from '@granary/control-plane/database/places.ts'
import { MAX_CONNECTION_WAIT_MS } from '@granary/control-plane/database/retry.ts'
import type { Database } from '@granary/control-plane/database/schema.ts'
import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type KyselyConfig,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
} from 'kysely'

/** Lets each statement of a lane wait for its turn before it gets a connection. */
class LaneDriver extends PostgresDriver {
  readonly #places: Places
  readonly #lane: Lane

  constructor(pool: PostgresPool, places: Places, lane: Lane) {
    super({ pool })
    this.#places = places
    this.#lane = lane
  }

  override async acquireConnection() {
    await this.#places.take(this.#lane)
    try {
      return await super.acquireConnection()
    } catch (error) {
      this.#places.release(this.#lane)
      throw error
    }
  }

  override async releaseConnection(connection: DatabaseConnection) {
    try {
      await super.releaseConnection(connection as Parameters<PostgresDriver['releaseConnection']>[0])
    } finally {
      this.#places.release(this.#lane)
    }
  }
}

/** Names the lanes of a database to `inLane`. */
class LaneAdapter extends PostgresAdapter {
  readonly lanes: Lanes

  constructor(lanes: Lanes) {
    super()
    this.lanes = lanes
  }
}

/**
 * Opens Kysely over a pool of connections to PostgreSQL.
 * @param count connections that the statements of all lanes have at once. Transactions, snapshots and statements of no lane take others.
 * @returns the database, and a function that counts the statements that wait for their turn.
 */
export function openLanedPool(
  pool: PostgresPool,
  count: number,
  options: Pick<KyselyConfig, 'log'>,
): { db: Kysely<Database>; waiting: () => number } {
  const places = new Places(count, MAX_CONNECTION_WAIT_MS)
  const open = (createDriver: () => PostgresDriver) =>
    new Kysely<Database>({ dialect: dialectOf(pool, lanes, createDriver), ...options })
  const lanes = new Lanes((lane) => open(() => new LaneDriver(pool, places, lane)))
  return { db: open(() => new PostgresDriver({ pool })), waiting: () => places.waiting }
}

function dialectOf(pool: PostgresPool, lanes: Lanes, createDriver: () => PostgresDriver): Dialect {
  const dialect = new PostgresDialect({ pool })
  return {
    createDriver,
    createAdapter: () => new LaneAdapter(lanes),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}
