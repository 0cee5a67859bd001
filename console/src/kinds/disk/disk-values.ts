import type { CallInput } from '@granary/contract/call.ts'
import { type BlockSize, GiB, MAX_DISK_SIZE } from '@granary/domain/sizes.ts'
import { fittingSize, leastGib } from './source-size.ts'

export type DiskBody = CallInput<'diskCreate'>['body']

/** What the form of a disk holds. Sizes in GiB; ids of what it is made from. */
export type DiskValues = {
  name: string
  description: string
  sizeGib: number | null
  type: 'distributed' | 'local'
  source: 'blank' | 'snapshot' | 'image'
  blockSize: string
  snapshotId: string | null
  imageId: string | null
  readOnly: boolean
}

/** Everything about the source as it is in a new form: also after the kind of source has been changed. */
export const BLANK = { blockSize: '4096', snapshotId: null, imageId: null, readOnly: false } as const

/** A new form. */
export const emptyDisk: DiskValues = {
  name: '',
  description: '',
  sizeGib: 10,
  type: 'distributed',
  source: 'blank',
  ...BLANK,
}

/** A new form for a disk of a snapshot or an image: as large as that, at least. @param source `size` in bytes. */
export const copyOf = (kind: 'snapshot' | 'image', source: { id: string; size: number }): DiskValues => ({
  ...emptyDisk,
  source: kind,
  [`${kind}Id`]: source.id,
  sizeGib: fittingSize(emptyDisk.sizeGib, source, false),
})

const MAX_GIB = MAX_DISK_SIZE / GiB

/** What a request can say at most: bytes are whole numbers, and exact. Only its sled sets a limit to a local disk. */
const MAX_LOCAL_GIB = Math.floor(Number.MAX_SAFE_INTEGER / GiB)

/** The most that can be asked for a disk of a type, in GiB. */
export const maxGib = (type: DiskValues['type']): number => (type === 'local' ? MAX_LOCAL_GIB : MAX_GIB)

/**
 * What is wrong with the size, or null.
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

/** The request for a disk. */
export function bodyOf(values: DiskValues): DiskBody {
  const { name, description, sizeGib, type } = values
  const size = (sizeGib ?? 0) * GiB
  if (type === 'local') return { name, description, size, diskBackend: { type } }
  return { name, description, size, diskBackend: { type, diskSource: sourceOf(values) } }
}

function sourceOf({ source, blockSize, snapshotId, imageId, readOnly }: DiskValues) {
  if (source === 'snapshot') return { type: source, snapshotId: snapshotId!, readOnly }
  if (source === 'image') return { type: source, imageId: imageId!, readOnly }
  return { type: source, blockSize: Number(blockSize) as BlockSize }
}
