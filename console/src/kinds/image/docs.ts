import { STORAGE_GUIDE } from '../../app/docs.ts'

/** What pages about images point to. */
export const IMAGE_DOCS = {
  topic: 'images',
  summary:
    'An image is what new boot disks are copied from. One of a project is seen there only; a promoted one in every project of the silo.',
  links: [STORAGE_GUIDE],
}
