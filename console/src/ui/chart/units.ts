import { fullNumber } from '@granary/domain/numbers.ts'

/** Unit of a chart's values. Bytes choose a binary unit by the largest value, 'GiB' and 'TiB' are bytes in a fixed one. */
export type UnitKind = 'percent' | 'count' | 'bytes' | 'GiB' | 'TiB' | 'nanoseconds'

/** How a chart shows its values. */
export type Scale = {
  /** Values are divided by it before they are drawn. */
  divisor: number
  /** Unit in the title: '(KiB)'. */
  label: string
  /** Formats a divided value at the axis. */
  tick: (value: number) => string
  /** Formats an original value in full, with its unit. */
  full: (value: number) => string
}

const BYTES = ['Bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const
const DURATIONS = ['ns', 'µs', 'ms', 's'] as const
const COUNTS = ['', 'k', 'M', 'B', 'T'] as const

/** The largest power of the base that is not above the value. */
const powerOf = (value: number, base: number, most: number): number => {
  let power = 0
  while (power < most && value >= base ** (power + 1)) power++
  return power
}

/** Formats a count at an axis: '950', '1.5k', '2M'; at most three significant digits. */
export function countTick(value: number): string {
  const power = powerOf(Math.abs(value), 1000, COUNTS.length - 1)
  return `${Number((value / 1000 ** power).toPrecision(3))}${COUNTS[power]}`
}

const plainTick = (value: number): string => fullNumber(value)

const inUnit = (divisor: number, unit: string): Scale => ({
  divisor,
  label: `(${unit})`,
  tick: plainTick,
  full: (value) => `${fullNumber(value / divisor)} ${unit}`,
})

/** Returns how to show values of a unit of which the largest is given (specification of charts, 7.7). */
export function scaleFor(kind: UnitKind, largest: number): Scale {
  switch (kind) {
    case 'percent':
      return inUnit(1, '%')
    case 'count':
      return { divisor: 1, label: '(Count)', tick: countTick, full: (value) => fullNumber(value) }
    case 'nanoseconds': {
      const power = powerOf(largest, 1000, DURATIONS.length - 1)
      return inUnit(1000 ** power, DURATIONS[power]!)
    }
    default: {
      const power = kind === 'bytes' ? powerOf(largest, 1024, BYTES.length - 1) : BYTES.indexOf(kind)
      return inUnit(1024 ** power, BYTES[power]!)
    }
  }
}
