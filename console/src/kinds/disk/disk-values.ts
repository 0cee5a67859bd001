import type { CallInput, ItemOf } from '@granary/contract/call.ts'
import { type BlockSize, GiB, MAX_DISK_SIZE } from '@granary/domain/sizes.ts'
import { newTags, textOfTags } from '../tags/tag-text.ts'
import { fittingSize, leastGib } from './source-size.ts'

export type DiskBody = CallInput<'diskCreate'>['body']

/** Values of the form of a disk. Sizes in GiB; sources by id. */
export type DiskValues = {
  name: string
  description: string
  tags: string
  sizeGib: number | null
  type: 'distributed' | 'local'
  source: 'blank' | 'snapshot' | 'image'
  blockSize: string
  snapshotId: string | null
  imageId: string | null
  readOnly: boolean
}

/** The source fields of a new form, and after a change of the kind of source. */
export const BLANK = { blockSize: '512', snapshotId: null, imageId: null, readOnly: false } as const

/** Values of a new form. */
export const emptyDisk: DiskValues = {
  name: '',
  description: '',
  tags: '',
  sizeGib: 10,
  type: 'distributed',
  source: 'blank',
  ...BLANK,
}

/** Returns the values for a disk of a snapshot or an image, with a size that fits it. @param source `size` in bytes. */
export const copyOf = (kind: 'snapshot' | 'image', source: { id: string; size: number }): DiskValues => ({
  ...emptyDisk,
  source: kind,
  [`${kind}Id`]: source.id,
  sizeGib: fittingSize(emptyDisk.sizeGib, source, false),
})

type SourceDisk = Pick<
  ItemOf<'diskList'>,
  'description' | 'tags' | 'size' | 'blockSize' | 'diskType' | 'readOnly' | 'imageId' | 'snapshotId'
>

/** Returns the values for a disk like another one, of the same source. */
export function likeDisk(disk: SourceDisk, name: string): DiskValues {
  const { description, tags = [], size, blockSize, diskType: type, readOnly, imageId, snapshotId } = disk
  const source = imageId ? 'image' : snapshotId ? 'snapshot' : 'blank'
  const common = { ...emptyDisk, name, description, tags: textOfTags(tags), sizeGib: size / GiB, type }
  if (type === 'local') return common
  return { ...common, source, blockSize: String(blockSize), imageId, snapshotId, readOnly }
}

const MAX_GIB = MAX_DISK_SIZE / GiB

/** The largest exact number of bytes in a request. The size of a local disk is limited by its sled only. */
const MAX_LOCAL_GIB = Math.floor(Number.MAX_SAFE_INTEGER / GiB)

/** Returns the maximum size of a disk of a type, in GiB. */
export const maxGib = (type: DiskValues['type']): number => (type === 'local' ? MAX_LOCAL_GIB : MAX_GIB)

/**
 * Returns what is wrong with the size, or null.
 * @param sourceSize of the image or snapshot that was chosen, in bytes.
 */
export function sizeProblem(values: DiskValues, sourceSize: number | undefined): string | null {
  const { sizeGib, type, source, readOnly } = values
  if (sizeGib === null) return 'Size is required'
  const most = maxGib(type)
  if (sizeGib > most) return `Can be at most ${most} GiB`
  if (sizeGib < 1) return 'Must be at least 1 GiB'
  if (sourceSize === undefined || type === 'local') return null
  const least = leastGib({ size: sourceSize })
  if (sizeGib < least) return `Must be as large as selected ${source} (min. ${least} GiB)`
  return readOnly && sizeGib !== least
    ? `A read-only disk is exactly as large as the selected ${source} (${least} GiB)`
    : null
}

/** Returns the request body of a disk. */
export function bodyOf(values: DiskValues): DiskBody {
  const { name, description, tags, sizeGib, type } = values
  const common = { name, description, tags: newTags(tags), size: (sizeGib ?? 0) * GiB }
  if (type === 'local') return { ...common, diskBackend: { type } }
  return { ...common, diskBackend: { type, diskSource: sourceOf(values) } }
}

function sourceOf({ source, blockSize, snapshotId, imageId, readOnly }: DiskValues) {
  if (source === 'snapshot') return { type: source, snapshotId: snapshotId!, readOnly }
  if (source === 'image') return { type: source, imageId: imageId!, readOnly }
  return { type: source, blockSize: Number(blockSize) as BlockSize }
}
