import type { DiskStateName } from '@granary/domain/disk-states.ts'
import type { ImageFetchState } from '@granary/domain/image-fetches.ts'
import type { BlockSize, Flag, Id, Tagged, Time } from './values.ts'

export type DiskRow = Tagged & {
  project_id: Id
  size: number
  block_size: BlockSize
  disk_type: 'distributed' | 'local'
  read_only: Flag
  source: 'blank' | 'image' | 'snapshot' | 'importing'
  state: DiskStateName
  instance_id: Id | null
  /** The sled that has its content; null with shared storage. */
  sled_id: Id | null
  image_id: Id | null
  snapshot_id: Id | null
  /** 1 while deleting it is refused. */
  deletion_protected: Flag
  /** Why it is faulted, as the driver says it. */
  failure: string | null
}
/** The lease of an import's current holder; it must be renewed. */
type ImportLeaseTable = { disk_id: Id; holder: string; held_until: Time }
export type SnapshotRow = Tagged & {
  project_id: Id
  disk_id: Id
  size: number
  block_size: BlockSize
  state: 'creating' | 'ready' | 'faulted' | 'destroyed'
  failure: string | null
}
export type ImageRow = Tagged & {
  silo_id: Id
  project_id: Id | null
  os: string
  version: string
  size: number
  block_size: BlockSize
  digest: string | null
  state: 'creating' | 'ready' | 'faulted' | 'destroyed'
  /** The source of the copy; only read until the copy is done. */
  source_snapshot_id: Id | null
  failure: string | null
}

/** A download that becomes an image. Its project and user may be gone, so it has no foreign keys. */
export type ImageFetchRow = {
  id: Id
  name: string
  description: string
  /** Tags of the image, in their stored form. */
  tags: string
  silo_id: Id
  project_id: Id
  user_id: Id
  /** The session or access token that began it. */
  credential_id: Id | null
  os: string
  version: string
  block_size: BlockSize
  url: string
  checksum: string | null
  checksum_url: string | null
  state: ImageFetchState
  bytes_done: number
  bytes_total: number | null
  /** The site's name for this version of the file, to continue a download only with the same one. */
  etag: string | null
  /** The driver's disk and snapshot of this try; no resource of the API. */
  disk_id: Id
  snapshot_id: Id
  image_id: Id | null
  error_code: string | null
  message: string | null
  time_created: Time
  time_completed: Time | null
}

/** Disks, snapshots and images. */
export type StorageTables = {
  disk: DiskRow
  import_lease: ImportLeaseTable
  snapshot: SnapshotRow
  image: ImageRow
  image_fetch: ImageFetchRow
}
