/** Where the content of a new disk comes from. */
export type DiskSource =
  | { kind: 'blank' }
  | { kind: 'image'; imageId: string }
  | { kind: 'snapshot'; snapshotId: string }
  /** Blank, and about to be filled through `writeBlocks`. */
  | { kind: 'importing' }

export interface DiskSpec {
  /** The disk's UUID. */
  id: string
  /** Bytes; a multiple of `blockSize`, and not less than the source's. What the source does not fill reads as zero. */
  size: number
  blockSize: number
  source: DiskSource
  /** A sled that must hold the disk itself (a local disk); null for storage that every sled reaches. */
  sledId: string | null
}
