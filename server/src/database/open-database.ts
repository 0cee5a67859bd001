import type { Engine } from '@granary/control-plane/database/columns.ts'
import type { Database } from '@granary/control-plane/database/schema.ts'
import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import type { Kysely } from 'kysely'

/** An open database, and the bell that rings in every server on it after a commit. */
export type OpenDatabase = {
  db: Kysely<Database>
  engine: Engine
  /** The tables of metrics: a file of their own on SQLite, so that they neither lock nor bloat the main one. */
  metrics: Kysely<MetricTables>
  notify: () => void
  listen: (wake: () => void) => () => void
  close: () => Promise<void>
}
