import { STORAGE_GUIDE } from '../../app/docs.ts'

/** Summary and links of the disk pages. */
export const DISK_DOCS = {
  topic: 'disks',
  summary:
    'A disk stores data independently of instances. It is attached to one instance at a time, and is kept when the instance is deleted.',
  links: [STORAGE_GUIDE],
}
