import { codecOf } from '@granary/contract/codec.ts'
import { ImageCatalog } from '@granary/contract/image-fetches.ts'
import type { CatalogImage } from '@granary/domain/image-catalog.ts'
import { problemsOf } from '../kit/request/problems.ts'

const Catalog = ImageCatalog.pick({ images: true })

/**
 * Reads an operator's catalog of images from JSON: `{"images": [...]}`, in the form of the API.
 * @returns the images, or a text that names the first wrong field.
 */
export function parseImageCatalog(json: unknown): readonly CatalogImage[] | string {
  const given = codecOf(Catalog).decode(json)
  const { success, data, error } = Catalog.safeParse(given)
  if (success) return data.images
  const [problem] = problemsOf(error, given)
  return problem ? `${problem.path}: ${problem.message}` : ''
}
