import { STORAGE_GUIDE } from '../../app/docs.ts'

/** What pages about snapshots point to. */
export const SNAPSHOT_DOCS = {
  topic: 'snapshots',
  summary:
    'A snapshot keeps a disk as it was at one moment. New disks and images are made from it; the disk may change or go meanwhile.',
  links: [STORAGE_GUIDE],
}
