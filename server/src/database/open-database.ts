import type { Engine } from '@granary/control-plane/database/columns.ts'
import type { RetryReason } from '@granary/control-plane/database/retry.ts'
import type { Database } from '@granary/control-plane/database/schema.ts'
import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import type { Kysely } from 'kysely'

/** Connections of a pool, and work that waits for one or for its turn. */
export type PoolUse = { busy: number; idle: number; waiting: number }

/** What counts the work of a database. */
export type DatabaseMetrics = {
  /** Receives the time of each SQL statement; milliseconds. */
  statement: (ms: number) => void
  /** Receives why a transaction is repeated. */
  retried: (reason: RetryReason) => void
}

/** An open database, and the notification of every server on it after a commit. */
export type OpenDatabase = {
  db: Kysely<Database>
  engine: Engine
  /** The tables of metrics: a file of their own on SQLite, so that they neither lock nor bloat the main one. */
  metrics: Kysely<MetricTables>
  notify: () => void
  listen: (wake: () => void) => () => void
  /** Returns the time of a database that several servers may share, in milliseconds since 1970. */
  now?: () => number
  /** Use of the pool, where there is one. */
  pool?: () => PoolUse
  /** Whether the disk of a remote database is full, as far as its errors tell. */
  isFull?: () => Promise<boolean>
  close: () => Promise<void>
}
