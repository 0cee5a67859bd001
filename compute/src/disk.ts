/** Source of a new disk's content. */
export type DiskSource =
  | { kind: 'blank' }
  | { kind: 'image'; imageId: string }
  | { kind: 'snapshot'; snapshotId: string }
  /** Blank, to be filled through `writeBlocks`. */
  | { kind: 'importing' }

export interface DiskSpec {
  /** The disk's UUID. */
  id: string
  /** Bytes; a multiple of `blockSize`, and at least the size of the source. The remainder reads as zeros. */
  size: number
  blockSize: number
  source: DiskSource
  /** Sled that keeps the disk with local storage, where null lets the driver choose; null for storage that every sled reaches. */
  sledId: string | null
}
