import { deflate, inflate } from './deflate.ts'
import { EARLIER_FORMAT, openEarlierBlock } from './earlier-block.ts'

/** Successive readings of one source whose counters did not start again in between. Times are in milliseconds since 1970. */
export type Run = {
  /** Start of the counted period. */
  since: number
  times: ArrayLike<number>
  /** One list of totals per counter, each as long as `times`. */
  columns: readonly ArrayLike<number>[]
}

/**
 * How exactly a block keeps its totals. `rounded`: to multiples of a power of two that is at most 1/512 of their mean increase,
 * so a total is off by at most 1/1024 of it, and a chart looks the same. Totals are rounded, not increases, so errors don't
 * add up.
 */
export type Precision = 'exact' | 'rounded'

const RESOLUTION = 512

/** A packed run. A column is added up when it is read, because a query needs few of them. */
export type Block = {
  since: number
  times: Float64Array
  width: number
  column: (index: number) => Float64Array
}

const FORMAT = 2
/** Numbers before the increases: the start of the counted period, and how many readings follow. */
const PREFIX = 2
const BYTES = Float64Array.BYTES_PER_ELEMENT

/**
 * Packs a run of readings: one byte for the format, then its increases, compressed. Numbers of one size differ in few of their
 * eight bytes, so all first bytes come first, then all second ones, and so on.
 * @param run with at least one reading; whole numbers up to 2^53.
 */
export async function packBlock(
  { since, times, columns }: Run,
  precision: Precision,
): Promise<Uint8Array<ArrayBuffer>> {
  const numbers = new Float64Array(PREFIX + (columns.length + 1) * times.length)
  numbers.set([since, times.length])
  const parts = [times, ...columns.map((totals) => (precision === 'exact' ? totals : rounded(totals)))]
  for (const [part, totals] of parts.entries())
    for (let at = 0; at < totals.length; at++)
      numbers[PREFIX + part * times.length + at] = totals[at]! - (at > 0 ? totals[at - 1]! : 0)
  const bytes = transposed(new Uint8Array(numbers.buffer), BYTES)
  const packed = await deflate(bytes)
  const block = new Uint8Array(packed.length + 1)
  block[0] = FORMAT
  block.set(packed, 1)
  return block
}

/** @throws Error for bytes of another format. */
export async function openBlock(bytes: Uint8Array): Promise<Block> {
  const [format] = bytes
  if (format === EARLIER_FORMAT) return openEarlierBlock(bytes)
  if (format !== FORMAT) throw new Error(`a block of metrics has the unknown format ${format}`)
  const places = await inflate(new Uint8Array(bytes.subarray(1)))
  const numbers = new Float64Array(transposed(places, places.length / BYTES).buffer)
  const [since = 0, count = 0] = numbers
  const read = (part: number) => {
    const values = numbers.slice(PREFIX + part * count, PREFIX + (part + 1) * count)
    for (let at = 1; at < count; at++) values[at]! += values[at - 1]!
    return values
  }
  const width = (numbers.length - PREFIX) / count - 1
  return { since, width, times: read(0), column: (index) => read(index + 1) }
}

function rounded(totals: ArrayLike<number>): number[] {
  const increase = Math.abs(totals[totals.length - 1]! - totals[0]!) / Math.max(1, totals.length - 1)
  const step = 2 ** Math.max(0, Math.floor(Math.log2(increase / RESOLUTION)))
  return Array.from(totals, (total) => Math.round(total / step) * step)
}

/** Returns the bytes of rows of so many column by column. */
function transposed(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const height = bytes.length / width
  const result = new Uint8Array(bytes.length)
  for (let row = 0; row < height; row++)
    for (let at = 0; at < width; at++) result[at * height + row] = bytes[row * width + at]!
  return result
}
