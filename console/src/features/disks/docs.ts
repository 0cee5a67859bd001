import { DOCS } from '../../app/docs.ts'

/** What the pages about disks, snapshots and images point to. */
const links = [{ text: 'Disks, snapshots and images', href: DOCS.storage }]

export const DISK_DOCS = {
  topic: 'disks',
  summary:
    'A disk holds data apart from the instances that use it: it is attached to one at a time, and stays when that one goes.',
  links,
}

export const SNAPSHOT_DOCS = {
  topic: 'snapshots',
  summary:
    'A snapshot keeps a disk as it was at one moment. New disks and images are made from it; the disk may change or go meanwhile.',
  links,
}

export const IMAGE_DOCS = {
  topic: 'images',
  summary:
    'An image is what new boot disks are copied from. One of a project is seen there only; a promoted one in every project of the silo.',
  links,
}
