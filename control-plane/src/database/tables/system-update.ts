import type { Flag, Id, Json, Time } from './values.ts'

export type TufRepoRow = {
  id: Id
  system_version: string
  /** See `versionSortKey` in domain. */
  version_key: string
  /** SHA-256 of the file in hexadecimal digits. */
  hash: string
  file_name: string
  time_created: Time
}

/** A file of a release. */
export type TufArtifactRow = {
  tuf_repo_id: Id
  name: string
  version: string
  kind: string
  /** SHA-256 in hexadecimal digits. */
  hash: string
  size: number
}

/** Every release that was ever the target; the last one is the target. */
export type TargetReleaseRow = {
  id: Id
  /** Counts the rows, from 1. */
  generation: number
  version: string
  time_requested: Time
}

export type UpdatesTrustRootRow = { id: Id; root_role: Json; time_created: Time }

/** The progress of updates: one row, `fleet`. */
export type SystemUpdateRow = {
  id: Id
  time_last_step_planned: Time
  /** Why no more components are updated, for people; null unless it is suspended. */
  suspended_reason: string | null
  /** 1 if the reason is a component that could not be updated. */
  contact_support: Flag
}

/** A part of the rack whose software is updated, as the driver last reported it. */
export type UpdateComponentRow = {
  id: Id
  kind: 'sled' | 'switch'
  /** The release that it runs; null if it was never updated. */
  version: string | null
  /** 0 while it does not answer. */
  answers: Flag
  /** The release that it is being updated to. */
  updating_to: string | null
  /** Updates to that release that failed. */
  failures: number
}

/** Releases, the update to the target release, and the roots of trust. */
export type SystemUpdateTables = {
  tuf_repo: TufRepoRow
  tuf_artifact: TufArtifactRow
  target_release: TargetReleaseRow
  updates_trust_root: UpdatesTrustRootRow
  system_update: SystemUpdateRow
  update_component: UpdateComponentRow
}
