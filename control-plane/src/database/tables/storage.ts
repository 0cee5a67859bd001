import type { DiskStateName } from '@granary/domain/disk-states.ts'
import type { BlockSize, Flag, Id, Named, Time } from './values.ts'

export type DiskRow = Named & {
  project_id: Id
  size: number
  block_size: BlockSize
  disk_type: 'distributed' | 'local'
  read_only: Flag
  source: 'blank' | 'image' | 'snapshot' | 'importing'
  state: DiskStateName
  instance_id: Id | null
  image_id: Id | null
  snapshot_id: Id | null
  /** 1 while deleting it is refused. */
  deletion_protected: Flag
}
/** The lease of an import's current holder; it must be renewed. */
type ImportLeaseTable = { disk_id: Id; holder: string; held_until: Time }
export type SnapshotRow = Named & {
  project_id: Id
  disk_id: Id
  size: number
  block_size: BlockSize
  state: 'creating' | 'ready' | 'faulted' | 'destroyed'
}
export type ImageRow = Named & {
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
}

/** Disks, snapshots and images. */
export type StorageTables = {
  disk: DiskRow
  import_lease: ImportLeaseTable
  snapshot: SnapshotRow
  image: ImageRow
}
