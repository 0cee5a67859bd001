import { isAllZero } from '@granary/domain/transfer.ts'
import type { Contents } from './contents.ts'
import { UnreadableFileError } from './host.ts'
import { UNIT, unitsOf } from './pace.ts'

/** Bytes read at the start of a unit. Non-zero units rarely start with this many zeros. */
const LENGTH = 4096
/** After this many chunks without zeros, the next ones likely have none either. */
const DENSE = 4
/** Then only every n-th unit is read. */
const SAMPLE_INTERVAL = 8

/** Returns, for units given by their offset, whether they may be all zeros. @throws UnreadableFileError */
export type Probe = (offset: number, end: number) => Promise<(unit: number) => boolean>

/**
 * Reads the first bytes of units instead of all of them. Each read is a round trip to the file, and many of them took a
 * seventh of an upload's time. After chunks without zeros only a sample is read, and some zeros may be sent.
 */
export function createProbe(slice: NonNullable<Contents['slice']>): Probe {
  let piecesWithout = 0
  const zerosAmong = async (units: number[], end: number): Promise<Set<number>> => {
    const starts = units.map((from) => slice(from, Math.min(end, from + LENGTH)))
    // One read for all, to wait only once.
    const all = await new Blob(starts).arrayBuffer().catch(() => {
      throw new UnreadableFileError()
    })
    return new Set(
      units.filter((_, at) => isAllZero(new Uint8Array(all).subarray(at * LENGTH, (at + 1) * LENGTH))),
    )
  }
  return async (offset, end) => {
    const units = unitsOf(offset, end)
    const some = piecesWithout < DENSE ? units : units.filter((from) => (from / UNIT) % SAMPLE_INTERVAL === 0)
    let zeros = await zerosAmong(some, end)
    if (zeros.size > 0 && some.length < units.length) zeros = await zerosAmong(units, end)
    piecesWithout = zeros.size > 0 ? 0 : piecesWithout + 1
    return (unit) => zeros.has(unit)
  }
}
