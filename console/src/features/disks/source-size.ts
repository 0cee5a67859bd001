import { autoDiskSize, GiB } from '@granary/domain/sizes.ts'

/** What a disk is made from; its size is in bytes. */
type Sized = { size: number }

/** The least that a disk must have, in GiB. */
export const leastGib = (source: Sized | undefined): number => (source ? Math.ceil(source.size / GiB) : 1)

/**
 * The size in GiB when a source is chosen: a larger source raises it to a comfortable one, a smaller one never lowers it;
 * a disk that cannot be written to is as large as its source.
 */
export function fittingSize(gib: number | null, source: Sized | undefined, readOnly: boolean): number | null {
  if (!source) return gib
  if (readOnly) return leastGib(source)
  return Math.max(gib ?? 0, autoDiskSize(source.size))
}
