import type { CallInput } from '@granary/contract/call.ts'
import { checksumProblem } from '@granary/domain/checksums.ts'
import type { BlockSize } from '@granary/domain/sizes.ts'
import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import type { FieldsOfBody } from '../../app/kit/field-problems.ts'

/** Where the content of a new image comes from. */
export type ImageOrigin = 'file' | 'address' | 'catalog'

export type UploadValues = {
  origin: ImageOrigin
  name: string
  description: string
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
  os: '',
  version: '',
  blockSize: '512',
  file: null,
  url: '',
  checksum: '',
  catalogImage: null,
}

const isAddress = (text: string): boolean => /^https?:/i.test(text)

/** Returns what is wrong with a checksum or the address of a list, or null; it may be empty. */
export function checksumFieldProblem(text: string): string | null {
  const value = text.trim()
  if (value === '') return null
  return isAddress(value) ? webUrlProblem(value) : checksumProblem(value)
}

/** Returns the request that fetches an image. */
export function fetchBody(values: UploadValues): CallInput<'imageFetchCreate'>['body'] {
  const { name, description, os, version } = values
  const checksum = values.checksum.trim()
  return {
    name,
    description,
    os,
    version,
    url: values.url.trim(),
    blockSize: Number(values.blockSize) as BlockSize,
    ...(checksum !== '' && (isAddress(checksum) ? { checksumUrl: checksum } : { checksum })),
  }
}

/** Where the problems of that request are shown. */
export const FETCH_FIELDS = { checksumUrl: 'checksum' } satisfies FieldsOfBody<
  'imageFetchCreate',
  UploadValues
>
