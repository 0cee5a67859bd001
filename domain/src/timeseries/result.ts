import type { Distribution } from './distribution.ts'
import type { FieldType, FieldValue } from './schema.ts'

/** Whether a value was measured at its timestamp, or counts what happened from its start time on. */
export type MetricType = 'gauge' | 'delta'

/** One value per timestamp. Null where there is no data. */
export type ValueArray =
  | { type: 'integer' | 'double'; values: (number | null)[] }
  | { type: 'integer_distribution'; values: Distribution[] }

/** One dimension of the values of a series. A table has several after `join`. */
export type Values = { metricType: MetricType; values: ValueArray }

/** Times are in UTC, as RFC 3339 with "Z". */
export type Points = {
  /** Null unless the values are deltas. */
  startTimes: string[] | null
  timestamps: string[]
  values: Values[]
}

export type TypedField = { type: FieldType; value: FieldValue }

export type ResultSeries = { fields: Record<string, TypedField>; points: Points }

/** A table of the answer to a query. */
export type ResultTable = { name: string; timeseries: ResultSeries[] }
