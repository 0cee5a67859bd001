import type { Generated } from 'kysely'
import type { Id } from './tables/values.ts'

/** Milliseconds since 1970. Metrics use numbers, because they compute with times. */
type Milliseconds = number

/** Readings are kept as they are, as the last of each minute, or as the last of each hour. */
export type Tier = 0 | 1 | 2

/** A source of counters, such as one disk at one instance. A source with other fields is another one. */
type MetricSourceTable = {
  id: Generated<number>
  target: string
  /** JSON: the fields of all series of the source, sorted by name. */
  fields: string
  silo_id: Id
  project_id: Id
  instance_id: Id
  /** The disk or the interface; for a machine its instance. */
  resource_id: Id
  time_created: Milliseconds
}
/** Times of the readings that are not yet in blocks. */
type MetricRoundTable = { time: Milliseconds }
/** What one round read of neighbouring sources. */
type MetricReadingTable = { time: Milliseconds; shard: number; data: Uint8Array }
/** Packed readings of one source in one hour, or in one day if one an hour is kept. */
type MetricBlockTable = { tier: Tier; source_id: number; start: Milliseconds; data: Uint8Array }
/** The server that collects, of those that share a database. There is one row. */
type MetricLeaseTable = { id: 1; holder: string; until: Milliseconds }

/** The tables of metrics, which have a file of their own next to SQLite's main one. */
export type MetricTables = {
  metric_source: MetricSourceTable
  metric_round: MetricRoundTable
  metric_reading: MetricReadingTable
  metric_block: MetricBlockTable
  metric_lease: MetricLeaseTable
}
