import { STORAGE_GUIDE } from '../../app/docs.ts'

/** Summary and links of the image pages. */
export const IMAGE_DOCS = {
  topic: 'images',
  summary:
    'New boot disks are copied from images. Only its project can use a project image. Every project of the silo can use a promoted one.',
  links: [STORAGE_GUIDE],
}

/** One sentence for the empty lists of images. */
export const IMAGE_PURPOSE =
  'An image is what a new boot disk is copied from: an operating system, ready to start.'
