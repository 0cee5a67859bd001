import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { Generated, Selectable } from 'kysely'
import type { Id, Json, Time } from './values.ts'

type ChangeLogTable = {
  seq: Generated<number>
  /** PostgreSQL: the id of the writing transaction, so that readers can wait for slower ones; SQLite: 0. */
  transaction_id: Generated<number>
  time: Time
  request_id: string
  operation: string
  /** `scim`: an identity provider; the id is its token's. */
  actor_kind: 'user' | 'system' | 'scim'
  actor_id: Id | null
  kind: string
  action: 'created' | 'updated' | 'deleted'
  resource_id: Id
  name: string | null
  silo_id: Id | null
  project_id: Id | null
  parent_id: Id | null
  before: Json | null
  after: Json | null
}
export type TaskRow = {
  id: Id
  kind: string
  /** Unique among the waiting tasks of a kind, so that a repeated request adds no task. */
  key: string
  payload: Json
  /** When it is next due; while it is leased, the end of the lease. */
  run_at: Time
  attempts: number
  leased_by: string | null
  lease_until: Time | null
  /** Counts requests to run it. A request during a run makes it run again. */
  revision: number
  last_error: string | null
  time_created: Time
  /** The silo whose work it is, because silos take turns; '' for the fleet's. */
  silo_id: Id | ''
  /** The user who caused it, because the users of a silo take turns; '' for the system. */
  user_id: Id | ''
}
export type BulkJobRow = {
  id: Id
  user_id: Id
  operation: BulkOperationName
  time_created: Time
  /** The user's jobs run in this order: two may be created in the same millisecond. */
  place: number
  /** The project or group that the operation needs besides the resources. */
  target: Id | null
  /** The new size of resized instances; null keeps the size of each. */
  ncpus: number | null
  memory: number | null
  /** The change of tags, in the form of the API; null in other jobs. */
  tags: Json | null
  /** The session or access token that began it, or retried it last; null in jobs from before it was stored. */
  credential_id: Id | null
  /** How many of its items have each state. */
  waiting: number
  succeeded: number
  failed: number
  /** When an item was settled last. */
  time_settled: Time | null
  /** JSON: how far it has listed the contents that it deletes; null if it has listed all. */
  listing: Json | null
  /** What moves its items in portions: a withdrawn credential, or a retry; null if nothing does. */
  moving: 'refuse' | 'retry' | null
  /** The last resource that the retry has looked at; null if it has begun. */
  moved_to: Id | null
}
export type BulkJobItemRow = {
  job_id: Id
  resource_id: Id
  name: string | null
  state: 'waiting' | 'succeeded' | 'failed'
  error_code: string | null
  message: string | null
  /** When it was settled; for a waiting item, when it was last deferred. */
  time_done: Time | null
  /** JSON: the disks to delete with an instance, as of the job's creation. */
  disk_ids: string | null
  /** Items with a lower position finish first. */
  position: number
}
export type ChangeLogRow = Selectable<ChangeLogTable>
/** Key-value records of a driver without storage of its own. */
type DriverRecordTable = { key: string; value: Json }

/** The version of a VPC's network that the driver has, and what it can't carry out of it (a list of `Gap`). */
type NetworkSentTable = { vpc_id: Id; version: string; gaps: Json }

/** The change log, tasks, bulk jobs and drivers' records. */
export type WorkTables = {
  change_log: ChangeLogTable
  task: TaskRow
  bulk_job: BulkJobRow
  bulk_job_item: BulkJobItemRow
  driver_record: DriverRecordTable
  network_sent: NetworkSentTable
}
