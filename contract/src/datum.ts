import { z } from 'zod'
import { Timestamp } from './scalars.ts'
import { DATUM_TYPES, VALUE_TYPES } from './value-types.ts'

type Whole = (typeof VALUE_TYPES.integers)[number]
type Fraction = (typeof VALUE_TYPES.floats)[number]

/** The format of the numbers of each type, which is in the names of its components too. */
const FORMATS = {
  i8: 'int8',
  u8: 'uint8',
  i16: 'int16',
  u16: 'uint16',
  i32: 'int32',
  u32: 'uint32',
  i64: 'int64',
  u64: 'uint64',
  f32: 'float',
  f64: 'double',
} as const satisfies Record<Whole | Fraction, string>

const double = z.number()
/** Whole numbers of a type, such as `u8`. */
const whole = (type: Whole) => z.int().meta({ format: FORMATS[type] })
/** Fractions of a type. */
const fraction = (type: Fraction) => z.number().meta({ format: FORMATS[type] })
const count = whole('u64')

/** A value counted since a start time. */
const cumulative = (type: string, value: z.ZodType<number>) =>
  z
    .object({
      startTime: Timestamp.meta({ description: 'When counting began' }),
      value: value.meta({ description: 'Count since then' }),
    })
    .meta({ id: `Cumulative${type}` })

const five = <Item extends z.ZodType>(item: Item) => z.array(item).length(5)

/** An estimated quantile of a distribution (the P² algorithm). */
const Quantile = z
  .object({
    p: double.meta({ description: 'Probability of the quantile, from 0 to 1' }),
    markerHeights: five(double).meta({ description: 'Estimated values at the markers' }),
    markerPositions: five(count).meta({ description: 'Positions of the markers' }),
    desiredMarkerPositions: five(double).meta({ description: 'Ideal positions of the markers' }),
  })
  .meta({ id: 'Quantile' })

const binRange = (type: string, value: z.ZodType<number>) => {
  const start = value.meta({ description: 'Smallest value of the bin' })
  const end = value.meta({ description: 'First value above the bin' })
  return z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('range_to').meta({ description: 'Has no lower end' }), end }),
      z.object({ type: z.literal('range').meta({ description: 'Has both ends' }), start, end }),
      z.object({ type: z.literal('range_from').meta({ description: 'Has no upper end' }), start }),
    ])
    .meta({ id: `BinRange${type}` })
}

const bin = (type: string, value: z.ZodType<number>) =>
  z
    .object({
      range: binRange(type, value).meta({ description: 'Values that the bin counts' }),
      count: count.meta({ description: 'Number of values in the bin' }),
    })
    .meta({ id: `Bin${type}` })

/** A distribution of values since a start time. */
const histogram = (type: string, value: z.ZodType<number>, sum: z.ZodType<number>) =>
  z
    .object({
      startTime: Timestamp.meta({ description: 'When counting began' }),
      bins: z.array(bin(type, value)).meta({ description: 'Counts of values, in the order of the values' }),
      nSamples: count.meta({ description: 'Number of all values' }),
      min: value.meta({ description: 'Smallest value' }),
      max: value.meta({ description: 'Largest value' }),
      sumOfSamples: sum.meta({ description: 'Sum of all values' }),
      squaredMean: double.meta({ description: 'Sum of the squared differences from the mean' }),
      p50: Quantile.meta({ description: 'Median' }),
      p90: Quantile.meta({ description: '90th percentile' }),
      p99: Quantile.meta({ description: '99th percentile' }),
    })
    .meta({ id: `Histogram${type}` })

const typed = <Type extends string, Value extends z.ZodType>(type: Type, value: Value) =>
  z.object({
    type: z.literal(type).meta({ description: 'Type of the value' }),
    datum: value.meta({ description: 'The value' }),
  })

const wholes = ['i64', 'u64'] as const
const fractions = ['f32', 'f64'] as const

/** A measured value with its type. Granary measures `i64`; the others are those of the published API. */
export const Datum = z
  .discriminatedUnion('type', [
    typed('bool', z.boolean()),
    typed('string', z.string()),
    typed('bytes', z.array(whole('u8'))),
    ...VALUE_TYPES.integers.map((type) => typed(type, whole(type))),
    ...VALUE_TYPES.floats.map((type) => typed(type, fraction(type))),
    ...wholes.map((type) => typed(`cumulative_${type}`, cumulative(FORMATS[type], whole(type)))),
    ...fractions.map((type) => typed(`cumulative_${type}`, cumulative(FORMATS[type], fraction(type)))),
    ...VALUE_TYPES.integers.map((type) =>
      typed(`histogram_${type}`, histogram(FORMATS[type], whole(type), whole('i64'))),
    ),
    ...VALUE_TYPES.floats.map((type) =>
      typed(`histogram_${type}`, histogram(FORMATS[type], fraction(type), double)),
    ),
    typed(
      'missing',
      z.object({
        datumType: z.enum(DATUM_TYPES).meta({ description: 'Type of the value that is missing' }),
        startTime: Timestamp.nullish().meta({ description: 'When counting began' }),
      }),
    ),
  ])
  .meta({ id: 'Datum' })
