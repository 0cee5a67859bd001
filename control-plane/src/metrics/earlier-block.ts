/** The first byte of blocks that servers before version 2 of the format wrote. */
export const EARLIER_FORMAT = 1

const COUNT_BITS = 16
const SINCE_BITS = 48
const HEADER_BYTES = 11
const BYTES_PER_LENGTH = 2
const MODE_BITS = 2
const SHIFT_BITS = 6
/** How the next increase was predicted: from the one before, or by the mean alone, which was always right. */
const PREVIOUS = 1
const STEADY = 2
/** Ones that announce a number in full instead of a Rice code, and the bits of its length. */
const ESCAPE = 16
const LENGTH_BITS = 6

/** Opens a block of an earlier version. The last of them goes when the retention of metrics has passed after an update. */
export function openEarlierBlock(bytes: Uint8Array) {
  const header = bitReader(bytes, 1)
  const count = header.read(COUNT_BITS)
  const width = header.read(COUNT_BITS)
  const since = header.read(SINCE_BITS)
  const starts = [HEADER_BYTES + (width + 1) * BYTES_PER_LENGTH]
  for (let part = 0; part < width; part++) starts.push(starts[part]! + header.read(8 * BYTES_PER_LENGTH))
  const read = (part: number) => readColumn(bitReader(bytes, starts[part]!), count)
  return { since, width, times: read(0), column: (index: number) => read(index + 1) }
}

function readColumn({ read, readNumber }: ReturnType<typeof bitReader>, length: number): Float64Array {
  const mode = read(MODE_BITS)
  const step = 2 ** read(SHIFT_BITS)
  let total = readNumber()
  const mean = unzigzag(readNumber())
  const k = mode === STEADY ? 0 : read(SHIFT_BITS)
  const readRice = () => {
    let quotient = 0
    while (quotient < ESCAPE && read(1) === 1) quotient++
    return quotient < ESCAPE ? quotient * 2 ** k + read(k) : readNumber()
  }
  const values = new Float64Array(length)
  values[0] = total * step
  let predicted = mean
  for (let at = 1; at < length; at++) {
    const increase = mode === STEADY ? mean : predicted + unzigzag(readRice())
    total += increase
    values[at] = total * step
    if (mode === PREVIOUS) predicted = increase
  }
  return values
}

const unzigzag = (code: number): number => (code % 2 === 0 ? code / 2 : -(code + 1) / 2)

/** Reads numbers of any width, the highest bit first, from a byte on. Past the end there are zeros. */
function bitReader(bytes: Uint8Array, start: number) {
  let at = start * 8
  const read = (bits: number) => {
    let value = 0
    for (let end = at + bits; at < end; at++)
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  return { read, readNumber: () => read(read(LENGTH_BITS)) }
}
