import { STORAGE_GUIDE } from '../../app/docs.ts'

/** What pages about disks point to. */
export const DISK_DOCS = {
  topic: 'disks',
  summary:
    'A disk holds data apart from the instances that use it: it is attached to one at a time, and stays when that one goes.',
  links: [STORAGE_GUIDE],
}
