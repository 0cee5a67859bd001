import { autoDiskSize, GiB } from '@granary/domain/sizes.ts'

/** What a disk is made from; its size is in bytes. */
type Sized = { size: number }

/** The least that a disk must have, in GiB. */
export const leastGib = (source: Sized | undefined): number => (source ? Math.ceil(source.size / GiB) : 1)

/**
 * Returns the size in GiB after a source is chosen. A size that the source fits into stays as it is; a smaller one is raised
 * to the suggested size. A read-only disk is exactly as large as its source.
 */
export function fittingSize(gib: number | null, source: Sized | undefined, readOnly: boolean): number | null {
  if (!source) return gib
  if (readOnly) return leastGib(source)
  return gib !== null && gib >= leastGib(source) ? gib : autoDiskSize(source.size)
}
