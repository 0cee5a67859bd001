import type { Id, Json, Time } from './values.ts'

export type SupportBundleRow = {
  id: Id
  state: 'collecting' | 'active' | 'failed' | 'destroying'
  reason_for_creation: string
  reason_for_failure: string | null
  user_comment: string | null
  /** Where its logs and changes begin. */
  since: Time
  /** Percent. */
  progress: number
  /** The files so far, as an array in their API form. */
  files: Json
  /** Bytes of the zip file, once it is active. */
  size: number | null
  /** How often a server began to collect it. The bytes of an earlier attempt are refused. */
  attempts: number
  time_completed: Time | null
  time_created: Time
  time_modified: Time
}

/** Bytes of a zip file. Each part but the last has `BUNDLE_PART_BYTES`. */
type SupportBundlePartTable = { bundle_id: Id; place: number; bytes: Uint8Array }

/** Support bundles, and the bytes of their zip files. */
export type SupportBundleTables = {
  support_bundle: SupportBundleRow
  support_bundle_part: SupportBundlePartTable
}
