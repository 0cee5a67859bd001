import type { Generated, Selectable } from 'kysely'
import type { Id, Json, Time } from './values.ts'

type ChangeLogTable = {
  seq: Generated<number>
  /** PostgreSQL: the transaction that wrote it, so that readers can wait for slower ones; SQLite: 0. */
  transaction_id: Generated<number>
  time: Time
  request_id: string
  operation: string
  /** `scim`: an identity provider; its id is that of the token that it came with. */
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
  /** At most one waiting task of a kind and key: asking twice is asking once. */
  key: string
  payload: Json
  run_at: Time
  attempts: number
  leased_by: string | null
  lease_until: Time | null
  /** Counts requests to run it; raised while it runs, it runs again. */
  revision: number
  last_error: string | null
  time_created: Time
}
export type BulkJobRow = {
  id: Id
  user_id: Id
  operation: string
  time_created: Time
  /** The project or group that the operation needs besides the resources. */
  target: Id | null
}
export type BulkJobItemRow = {
  job_id: Id
  resource_id: Id
  name: string | null
  state: 'waiting' | 'succeeded' | 'failed'
  error_code: string | null
  message: string | null
  /** When it was settled; of a waiting item, when it was last put off. */
  time_done: Time | null
  /** JSON: the disks that go along with an instance, as they were when the job was made. */
  disk_ids: string | null
  /** Items with a lower position are finished first. */
  position: number
}
export type ChangeLogRow = Selectable<ChangeLogTable>
/** Key-value records of a driver that has no memory of its own. */
type DriverRecordTable = { key: string; value: Json }

/** What happened and what is still to be done. */
export type WorkTables = {
  change_log: ChangeLogTable
  task: TaskRow
  bulk_job: BulkJobRow
  bulk_job_item: BulkJobItemRow
  driver_record: DriverRecordTable
}
