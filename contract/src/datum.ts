import { z } from 'zod'
import { Timestamp } from './scalars.ts'
import { DATUM_TYPES, VALUE_TYPES } from './value-types.ts'

const double = z.number()
const whole = z.int()

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
    markerPositions: five(whole).meta({ description: 'Positions of the markers' }),
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
      count: whole.meta({ description: 'Number of values in the bin' }),
    })
    .meta({ id: `Bin${type}` })

/** A distribution of values since a start time. */
const histogram = (type: string, value: z.ZodType<number>) =>
  z
    .object({
      startTime: Timestamp.meta({ description: 'When counting began' }),
      bins: z.array(bin(type, value)).meta({ description: 'Counts of values, in the order of the values' }),
      nSamples: whole.meta({ description: 'Number of all values' }),
      min: value.meta({ description: 'Smallest value' }),
      max: value.meta({ description: 'Largest value' }),
      sumOfSamples: value.meta({ description: 'Sum of all values' }),
      squaredMean: double.meta({ description: 'Sum of the squared differences from the mean' }),
      p50: Quantile.meta({ description: 'Median' }),
      p90: Quantile.meta({ description: '90th percentile' }),
      p99: Quantile.meta({ description: '99th percentile' }),
    })
    .meta({ id: `Histogram${type}` })

const typed = <Types extends readonly string[], Value extends z.ZodType>(types: Types, value: Value) =>
  z.object({
    type: z.enum(types).meta({ description: 'Type of the value' }),
    datum: value.meta({ description: 'The value' }),
  })

/** A measured value with its type. Granary measures `i64`; the others are those of the published API. */
export const Datum = z
  .discriminatedUnion('type', [
    typed(VALUE_TYPES.integers, whole),
    typed(VALUE_TYPES.floats, double),
    typed(['bool'], z.boolean()),
    typed(['string'], z.string()),
    typed(['bytes'], z.array(z.int())),
    typed(VALUE_TYPES.cumulativeIntegers, cumulative('int64', whole)),
    typed(VALUE_TYPES.cumulativeFloats, cumulative('double', double)),
    typed(VALUE_TYPES.integerHistograms, histogram('int64', whole)),
    typed(VALUE_TYPES.floatHistograms, histogram('double', double)),
    typed(
      ['missing'],
      z.object({
        datumType: z.enum(DATUM_TYPES).meta({ description: 'Type of the value that is missing' }),
        startTime: Timestamp.nullish().meta({ description: 'When counting began' }),
      }),
    ),
  ])
  .meta({ id: 'Datum' })
