import { GiB, MAX_DISK_SIZE } from '@granary/domain/sizes.ts'
import { leastGib } from '../../../kinds/disk/source-size.ts'

export const MAX_BOOT_GIB = MAX_DISK_SIZE / GiB

/** The source of a boot disk; the size in bytes. */
export type Source = { kind: 'image' | 'snapshot'; name: string; size: number }

/** Returns what is wrong with the size of a boot disk in GiB, or null. */
export function bootSizeProblem(
  gib: number | null,
  source: Source | undefined,
  readOnly: boolean,
): string | null {
  if (gib === null) return 'Disk size is required'
  const least = leastGib(source)
  if (gib < least)
    return source ? `Must be at least ${least} GiB, the size of the ${source.kind}` : 'Must be at least 1 GiB'
  if (gib > MAX_BOOT_GIB) return `Can be at most ${MAX_BOOT_GIB} GiB`
  return source && readOnly && gib !== least
    ? `A read-only disk is exactly as large as the selected ${source.kind} (${least} GiB)`
    : null
}
