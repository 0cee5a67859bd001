import { BitReader, BitWriter } from './bits.ts'
import { type Precision, readColumn, writeColumn } from './column.ts'

/** Successive readings of one source whose counters did not start again in between. Times are in milliseconds since 1970. */
export type Run = {
  /** Start of the counted period. */
  since: number
  times: ArrayLike<number>
  /** One list of totals per counter, each as long as `times`. */
  columns: readonly ArrayLike<number>[]
}

const FORMAT = 1
const COUNT_BITS = 16
const SINCE_BITS = 48
const HEADER_BYTES = 11
const BYTES_PER_LENGTH = 2

/** Packs a run of 1 to 65,535 readings into a few bytes per value. */
export function packBlock({ since, times, columns }: Run, precision: Precision): Uint8Array<ArrayBuffer> {
  const parts = [
    packed((out) => writeColumn(out, times, 'exact')),
    ...columns.map((values) => packed((out) => writeColumn(out, values, precision))),
  ]
  const header = new BitWriter()
  header.write(FORMAT, 8)
  header.write(times.length, COUNT_BITS)
  header.write(columns.length, COUNT_BITS)
  header.write(Math.max(0, since), SINCE_BITS)
  for (const part of parts) header.write(part.length, 8 * BYTES_PER_LENGTH)
  const all = [header.finish(), ...parts]
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of all) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function packed(write: (out: BitWriter) => void): Uint8Array {
  const out = new BitWriter()
  write(out)
  return out.finish()
}

/** A packed run whose columns are unpacked one by one, because a query needs few of them. */
export type Block = {
  since: number
  times: Float64Array
  width: number
  column: (index: number) => Float64Array
}

/** @throws Error for bytes of another format. */
export function openBlock(bytes: Uint8Array): Block {
  const header = new BitReader(bytes)
  const format = header.read(8)
  if (format !== FORMAT) throw new Error(`a block of metrics has the unknown format ${format}`)
  const count = header.read(COUNT_BITS)
  const width = header.read(COUNT_BITS)
  const since = header.read(SINCE_BITS)
  const starts: number[] = []
  let at = HEADER_BYTES + (width + 1) * BYTES_PER_LENGTH
  for (let part = 0; part <= width; part++) {
    starts.push(at)
    at += header.read(8 * BYTES_PER_LENGTH)
  }
  const read = (part: number) => readColumn(new BitReader(bytes, starts[part]), count)
  return { since, width, times: read(0), column: (index) => read(index + 1) }
}
