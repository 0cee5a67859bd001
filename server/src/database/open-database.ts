import type { Engine } from '@granary/control-plane/database/columns.ts'
import type { Database } from '@granary/control-plane/database/schema.ts'
import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import type { Kysely } from 'kysely'

/** Connections of a pool, and work that waits for one or for its turn. */
export type PoolUse = { busy: number; idle: number; waiting: number }

/** Receives the time of each SQL statement, in milliseconds. */
export type ObserveStatement = (ms: number) => void

/** An open database, and the bell that rings in every server on it after a commit. */
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
