// What a time series is: its name, its unit, and the fields that tell its sources apart.

/** Types of field values, as the published API names them. */
export type FieldType =
  | 'string'
  | 'i8'
  | 'u8'
  | 'i16'
  | 'u16'
  | 'i32'
  | 'u32'
  | 'i64'
  | 'u64'
  | 'ip_addr'
  | 'uuid'
  | 'bool'

/** Value of a field. Integers are numbers; UUIDs and addresses are strings in their canonical form. */
export type FieldValue = string | number | boolean

/** Fields of one series, by name. */
export type Fields = Readonly<Record<string, FieldValue>>

/** Readers of a series: operators only, or the users of the silo or project that its fields name. */
export type AuthzScope = 'fleet' | 'silo' | 'project' | 'viewable_to_all'

/** Types of the values that are stored. A cumulative value and a histogram count from a start time on. */
export type DatumType = 'i64' | 'f64' | 'cumulative_u64' | 'histogram_u64'

export type Units = 'count' | 'bytes' | 'nanoseconds'

export type FieldSchema = {
  name: string
  fieldType: FieldType
  /** Whether all metrics of the target have the field, or only this one. */
  source: 'target' | 'metric'
  description: string
}

export type TimeseriesSchema = {
  /** Target and metric: "virtual_disk:reads". */
  timeseriesName: string
  description: { target: string; metric: string }
  datumType: DatumType
  units: Units
  authzScope: AuthzScope
  fieldSchema: FieldSchema[]
  /** Lower edge of each bin of a distribution, from 0 on. The last bin has no upper edge. */
  bins?: readonly number[] | undefined
  version: number
  created: Date
}

/** Returns whether the values are totals since a start time. */
export const isCumulative = (schema: TimeseriesSchema): boolean => schema.datumType.startsWith('cumulative_')

/** Returns whether each value is a distribution instead of a number. */
export const isHistogram = (schema: TimeseriesSchema): boolean => schema.datumType.startsWith('histogram_')

/** Returns whether the values count from a start time on, so that a query shows them as deltas. */
export const countsFromStart = (schema: TimeseriesSchema): boolean =>
  isCumulative(schema) || isHistogram(schema)
