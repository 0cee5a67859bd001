import type { CallInput, CallOutput } from '@granary/contract/call.ts'
import { checksumProblem } from '@granary/domain/checksums.ts'
import type { BlockSize } from '@granary/domain/sizes.ts'
import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { newTags } from '../tags/tag-text.ts'

/** Where the content of a new image comes from. */
export type ImageOrigin = 'file' | 'address' | 'catalog'

export type UploadValues = {
  origin: ImageOrigin
  name: string
  description: string
  tags: string
  os: string
  version: string
  blockSize: string
  file: File | null
  url: string
  /** A checksum, or the address of a list of checksums. */
  checksum: string
  /** Name of the chosen image of the catalog. */
  catalogImage: string | null
}

export const NO_VALUES: UploadValues = {
  origin: 'file',
  name: '',
  description: '',
  tags: '',
  os: '',
  version: '',
  blockSize: '512',
  file: null,
  url: '',
  checksum: '',
  catalogImage: null,
}

type CatalogImage = CallOutput<'imageCatalogView'>['images'][number]

/** Returns the values that an image of the catalog fills in. */
export const catalogValues = (image: CatalogImage) => ({
  catalogImage: image.name,
  os: image.os,
  version: image.version,
  url: image.url,
  checksum: image.checksum ?? image.checksumUrl ?? '',
  blockSize: String(image.blockSize),
})

/** The fields that an image of the catalog fills in, beside the name. */
export const CATALOG_FIELDS = [
  'catalogImage',
  'os',
  'version',
  'url',
  'checksum',
  'blockSize',
] as const satisfies (keyof ReturnType<typeof catalogValues>)[]

/** Returns the values of a new form. @param first the image to propose, where the user has none yet. */
export const valuesFor = (first: CatalogImage | undefined): UploadValues =>
  first ? { ...NO_VALUES, origin: 'catalog', name: first.name, ...catalogValues(first) } : NO_VALUES

const isAddress = (text: string): boolean => /^https?:/i.test(text)

/** Returns what is wrong with a checksum or the address of a list, or null; it may be empty. */
export function checksumFieldProblem(value: string): string | null {
  if (value === '') return null
  return isAddress(value) ? webUrlProblem(value) : checksumProblem(value)
}

/** Returns the request that fetches an image. */
export function fetchBody(values: UploadValues): CallInput<'imageFetchCreate'>['body'] {
  const { name, description, tags, os, version, url, checksum } = values
  return {
    name,
    description,
    tags: newTags(tags),
    os,
    version,
    url,
    blockSize: Number(values.blockSize) as BlockSize,
    ...(checksum !== '' && (isAddress(checksum) ? { checksumUrl: checksum } : { checksum })),
  }
}

/** Where the problems of that request are shown. */
export const FETCH_FIELDS = { checksumUrl: 'checksum' } satisfies FieldsOfBody<
  'imageFetchCreate',
  UploadValues
>
