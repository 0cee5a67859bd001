import { STORAGE_GUIDE } from '../../app/docs.ts'

/** Summary and links of the snapshot pages. */
export const SNAPSHOT_DOCS = {
  topic: 'snapshots',
  summary:
    'A snapshot keeps the state of a disk at one moment. You can create disks and images from it, even after the disk has changed or is deleted.',
  links: [STORAGE_GUIDE],
}
