import { readFileSync } from 'node:fs'
import { parseImageCatalog } from '@granary/control-plane/start/image-catalog.ts'
import { type CatalogImage, IMAGE_CATALOG } from '@granary/domain/image-catalog.ts'
import { ConfigurationError } from '../settings/configuration.ts'

/**
 * Reads the operator's catalog of images, or returns the built-in one.
 * @throws ConfigurationError naming the first wrong field.
 */
export function readCatalog(file: string | null): readonly CatalogImage[] {
  if (file === null) return IMAGE_CATALOG
  const images = parseImageCatalog(readJson(file))
  if (typeof images === 'string') throw new ConfigurationError(`--image-catalog: ${file}: ${images}`)
  return images
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new ConfigurationError(`--image-catalog: there is no file ${file}`)
    if (error instanceof SyntaxError)
      throw new ConfigurationError(`--image-catalog: ${file} is not JSON: ${message}`)
    throw error
  }
}
