import { bitLength, type BitReader, type BitWriter } from './bits.ts'

/**
 * How exactly a column keeps its values. `rounded`: to multiples of a power of two that is at most 1/512 of their mean increase,
 * so a total is off by at most 1/1024 of it, and a chart looks the same. Totals are rounded, not increases, so errors don't
 * add up.
 */
export type Precision = 'exact' | 'rounded'

const RESOLUTION = 512

/** How the next increase is predicted: the mean increase, the increase before, or the mean, which is always right. */
const MEAN = 0
const PREVIOUS = 1
const STEADY = 2

const MODE_BITS = 2
const SHIFT_BITS = 6

/**
 * Writes whole numbers that mostly increase, such as totals or times. Each increase is predicted, and only the difference
 * from the prediction is written: nothing for a steady counter, some ten bits for a noisy one that is rounded.
 * @param values from 0 to 2^53, at least one.
 */
export function writeColumn(out: BitWriter, values: ArrayLike<number>, precision: Precision): void {
  const shift = precision === 'exact' ? 0 : roundingShift(values)
  const totals = Array.from(values, (value) => Math.round(value / 2 ** shift))
  const first = totals[0]!
  const mean = meanIncrease(totals)
  const [mode, k] = bestPrediction(totals, mean)
  out.write(mode, MODE_BITS)
  out.write(shift, SHIFT_BITS)
  out.writeNumber(first)
  out.writeNumber(zigzag(mean))
  if (mode === STEADY) return
  out.write(k, SHIFT_BITS)
  let predicted = mean
  for (let at = 1; at < totals.length; at++) {
    const increase = totals[at]! - totals[at - 1]!
    out.writeRice(zigzag(increase - predicted), k)
    if (mode === PREVIOUS) predicted = increase
  }
}

/** Reads a column of `length` values. */
export function readColumn(from: BitReader, length: number): Float64Array {
  const mode = from.read(MODE_BITS)
  const step = 2 ** from.read(SHIFT_BITS)
  let total = from.readNumber()
  const mean = unzigzag(from.readNumber())
  const k = mode === STEADY ? 0 : from.read(SHIFT_BITS)
  const values = new Float64Array(length)
  values[0] = total * step
  let predicted = mean
  for (let at = 1; at < length; at++) {
    const increase = mode === STEADY ? mean : predicted + unzigzag(from.readRice(k))
    total += increase
    values[at] = total * step
    if (mode === PREVIOUS) predicted = increase
  }
  return values
}

function roundingShift(values: ArrayLike<number>): number {
  const increase = Math.abs(values[values.length - 1]! - values[0]!) / Math.max(1, values.length - 1)
  return Math.max(0, bitLength(Math.floor(increase / RESOLUTION)) - 1)
}

const meanIncrease = (totals: readonly number[]): number =>
  totals.length < 2 ? 0 : Math.round((totals.at(-1)! - totals[0]!) / (totals.length - 1))

/** Returns the mode with the smaller differences, and the Rice parameter for them. */
function bestPrediction(totals: readonly number[], mean: number): [mode: number, k: number] {
  let fromMean = 0
  let fromPrevious = 0
  let previous = mean
  for (let at = 1; at < totals.length; at++) {
    const increase = totals[at]! - totals[at - 1]!
    fromMean += Math.abs(increase - mean)
    fromPrevious += Math.abs(increase - previous)
    previous = increase
  }
  if (fromMean === 0) return [STEADY, 0]
  const least = Math.min(fromMean, fromPrevious)
  // A zigzag number is about twice the difference.
  const k = Math.max(0, bitLength(Math.floor((2 * least) / (totals.length - 1))) - 1)
  return [fromMean <= fromPrevious ? MEAN : PREVIOUS, k]
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const unzigzag = (code: number): number => (code % 2 === 0 ? code / 2 : -(code + 1) / 2)
