import { isAllZero } from '@granary/domain/transfer.ts'
import type { Contents } from './contents.ts'
import { UnreadableFileError } from './host.ts'
import { UNIT, unitsOf } from './pace.ts'

/** What is not zero is seldom zero in its first so many bytes. */
const LENGTH = 4096
/** After so many pieces without zeros, there are likely none in the next. */
const DENSE = 4
/** Only each so manieth unit is looked at then. */
const SPARSELY = 8

/** Tells of the units of a range, by where they begin, whether they may be zeros. @throws UnreadableFileError */
export type Probe = (offset: number, end: number) => Promise<(unit: number) => boolean>

/**
 * Looks at the first bytes of units in place of all of them. Each look is a way to the file and back, and many of them took a
 * seventh of the time of an upload: where there were no zeros for a while few are taken, and zeros that begin there may be sent.
 */
export function createProbe(slice: NonNullable<Contents['slice']>): Probe {
  let piecesWithout = 0
  const zerosAmong = async (units: number[], end: number): Promise<Set<number>> => {
    const starts = units.map((from) => slice(from, Math.min(end, from + LENGTH)))
    // In one read, so that it is waited for once.
    const all = await new Blob(starts).arrayBuffer().catch(() => {
      throw new UnreadableFileError()
    })
    return new Set(
      units.filter((_, at) => isAllZero(new Uint8Array(all).subarray(at * LENGTH, (at + 1) * LENGTH))),
    )
  }
  return async (offset, end) => {
    const units = unitsOf(offset, end)
    const some = piecesWithout < DENSE ? units : units.filter((from) => (from / UNIT) % SPARSELY === 0)
    let zeros = await zerosAmong(some, end)
    if (zeros.size > 0 && some.length < units.length) zeros = await zerosAmong(units, end)
    piecesWithout = zeros.size > 0 ? 0 : piecesWithout + 1
    return (unit) => zeros.has(unit)
  }
}
