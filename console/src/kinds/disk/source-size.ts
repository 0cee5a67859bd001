import { autoDiskSize, GiB } from '@granary/domain/sizes.ts'

/** The source of a disk; the size in bytes. */
type Sized = { size: number }

/** Returns the minimum size of a disk of a source, in GiB. */
export const leastGib = (source: Sized | undefined): number => (source ? Math.ceil(source.size / GiB) : 1)

/**
 * Returns the size in GiB after a source is chosen. Keeps a size that fits the source, and raises a smaller one to the
 * suggested size. A read-only disk is exactly as large as its source.
 */
export function fittingSize(gib: number | null, source: Sized | undefined, readOnly: boolean): number | null {
  if (!source) return gib
  if (readOnly) return leastGib(source)
  return gib !== null && gib >= leastGib(source) ? gib : autoDiskSize(source.size)
}
