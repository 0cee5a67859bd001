import { EventEmitter } from 'node:events'
import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import {
  MAX_CONNECTION_WAIT_MS,
  MAX_IDLE_MS,
  MAX_LOCK_WAIT_MS,
  retrying,
} from '@granary/control-plane/database/retry.ts'
import { databaseOf, type Sessions } from '@granary/control-plane/database/session.ts'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { type CommitListener, listenForCommits } from './commit-listener.ts'
import { followDatabaseTime, type DatabaseTime } from './database-time.ts'
import { WRITE_A_FILE, watchFullDisk } from './full-disk.ts'
import type { DatabaseMetrics, OpenDatabase } from './open-database.ts'
import { Plans, PostgresSession } from './postgres-session.ts'

const CHANNEL = 'granary_commit'
/** Milliseconds. */
const RECONNECT = 1_000
/** Older versions are no longer maintained. */
const MIN_VERSION = 14

/**
 * Milliseconds after which a connection that waits is probed. A database that vanished without a word, as in a failover, is noticed
 * within half a minute unless a statement was on its way.
 */
const PROBE_AFTER = 10_000
/**
 * Milliseconds after which a statement is aborted with its connection: the network would try for a quarter of an hour, and all
 * other requests would wait for this one.
 */
const STATEMENT_LIMIT = 60_000

/** Those that writes leave are for reads, and for statements such as those that find a caller. */
const MAX_CONNECTIONS = 28

/** Parses 64-bit integers as numbers: bytes and counters stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8
      ? exactNumber
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

function exactNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be represented as a number`)
  return value
}

/**
 * Opens a PostgreSQL database that several servers may share. A commit of one of them wakes all of them.
 * @throws Error with a sentence for people, without the password, when it can't be reached or is too old.
 */
export async function openPostgres(url: string, counts?: DatabaseMetrics): Promise<OpenDatabase> {
  const settings: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: MAX_CONNECTION_WAIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_AFTER,
    query_timeout: STATEMENT_LIMIT,
    application_name: 'granary',
    idle_in_transaction_session_timeout: MAX_IDLE_MS,
    lock_timeout: MAX_LOCK_WAIT_MS,
  }
  const wakes = new EventEmitter().setMaxListeners(0)
  const wake = () => wakes.emit('commit')
  const pool = new pg.Pool({
    ...settings,
    types,
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: 30_000,
    pipeline: true,
  })
  // A connection that breaks between two statements is replaced; without a listener its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let listener: CommitListener
  let time: DatabaseTime | undefined
  try {
    await checkVersion(pool)
    time = await followDatabaseTime(() => readTime(pool))
    listener = await listenForCommits(settings, CHANNEL, RECONNECT, wake)
  } catch (error) {
    time?.close()
    await pool.end()
    const { message, code } = error as Error & { code?: string }
    throw new Error(`the database ${withoutPassword(url)} cannot be used: ${message || code}`, {
      cause: error,
    })
  }
  const disk = watchFullDisk(() => pool.query(WRITE_A_FILE))
  const { sessions, waiting } = sessionsOver(pool, disk.note, counts)
  const db = databaseOf(sessions)
  let notifying = false
  return {
    db,
    engine: 'postgres',
    metrics: db as unknown as Kysely<MetricTables>,
    notify() {
      // Sends one notice for many commits at once.
      if (notifying) return
      notifying = true
      setImmediate(() => {
        notifying = false
        pool.query(`notify ${CHANNEL}`).catch(wake)
      })
    },
    listen(wake) {
      wakes.on('commit', wake)
      return () => wakes.off('commit', wake)
    },
    now: time.now,
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + waiting(),
    }),
    isFull: disk.isFull,
    async close() {
      time.close()
      await listener.close()
      await sessions.close()
    },
  }
}

/** @returns the sessions over a pool, and a function that counts the work that waits for its turn. */
function sessionsOver(
  pool: pg.Pool,
  note: (error: unknown) => void,
  counts: DatabaseMetrics | undefined,
): { sessions: Sessions; waiting: () => number } {
  const plans = new Plans()
  const open = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      note(error)
      throw error
    })
    return new PostgresSession(client, { plans, note, observe: counts?.statement })
  }
  const { waiting, ...transactions } = retrying(open, counts?.retried)
  const sessions: Sessions = {
    engine: 'postgres',
    ...transactions,
    open,
    close: async () => {
      if (!pool.ended) await pool.end()
    },
  }
  return { sessions, waiting }
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version < MIN_VERSION) throw new Error(`it is PostgreSQL ${version}; ${MIN_VERSION} or newer is needed`)
}

async function readTime(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return rows[0]!.ms
}

/** Returns the URL of a database for people. */
export function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:@/]*):.*@/, '$1@')
}
