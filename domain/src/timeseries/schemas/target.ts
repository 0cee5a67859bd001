import type { AuthzScope, DatumType, FieldSchema, FieldType, TimeseriesSchema, Units } from '../schema.ts'

/** Schemas don't change with the version of the server, so they have one date. */
const CREATED = new Date('2026-01-01T00:00:00Z')

export type Metric = {
  description: string
  datumType: DatumType
  units: Units
  fields?: FieldSchema[]
  /** Of distributions. */
  bins?: readonly number[]
}

type Target = {
  name: string
  description: string
  authzScope: AuthzScope
  fields: FieldSchema[]
  /** By name. */
  metrics: Record<string, Metric>
}

/** Returns the schemas of all metrics of a target. */
export function schemasOf(target: Target): TimeseriesSchema[] {
  return Object.entries(target.metrics).map(([name, metric]) => ({
    timeseriesName: `${target.name}:${name}`,
    description: { target: target.description, metric: metric.description },
    datumType: metric.datumType,
    units: metric.units,
    authzScope: target.authzScope,
    fieldSchema: [...target.fields, ...(metric.fields ?? [])],
    bins: metric.bins,
    version: 1,
    created: CREATED,
  }))
}

/** Describes a field that all metrics of a target have. */
export const targetField = (name: string, fieldType: FieldType, description: string): FieldSchema => ({
  name,
  fieldType,
  source: 'target',
  description,
})

/** Describes a field that only one metric has. */
export const metricField = (name: string, fieldType: FieldType, description: string): FieldSchema => ({
  name,
  fieldType,
  source: 'metric',
  description,
})

/** Describes a counter of events. */
export const counter = (description: string, fields?: FieldSchema[]): Metric => ({
  description,
  datumType: 'cumulative_u64',
  units: 'count',
  fields,
})

/** Describes a counter of bytes. */
export const byteCounter = (description: string): Metric => ({
  description,
  datumType: 'cumulative_u64',
  units: 'bytes',
})
