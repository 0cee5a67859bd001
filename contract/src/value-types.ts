const INTEGERS = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64'] as const
const FLOATS = ['f32', 'f64'] as const

const histograms = <Type extends string>(types: readonly Type[]) =>
  types.map((type) => `histogram_${type}` as const)

/** Types of measured values, by their published names: those that share a form together. */
export const VALUE_TYPES = {
  integers: INTEGERS,
  floats: FLOATS,
  cumulativeIntegers: ['cumulative_i64', 'cumulative_u64'],
  cumulativeFloats: ['cumulative_f32', 'cumulative_f64'],
  integerHistograms: histograms(INTEGERS),
  floatHistograms: histograms(FLOATS),
} as const

/** All types of measured values, in their published order. */
export const DATUM_TYPES = [
  'bool',
  ...INTEGERS,
  ...FLOATS,
  'string',
  'bytes',
  ...VALUE_TYPES.cumulativeIntegers,
  ...VALUE_TYPES.cumulativeFloats,
  ...VALUE_TYPES.integerHistograms,
  ...VALUE_TYPES.floatHistograms,
] as const

/** Types of the fields of a series, in their published order. */
export const FIELD_TYPES = ['string', ...INTEGERS, 'ip_addr', 'uuid', 'bool'] as const
