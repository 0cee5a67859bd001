import { MAX_QUERY_LENGTH } from '@granary/domain/timeseries/limits.ts'
import { z } from 'zod'
import { on, onFleet } from './needs.ts'
import { family, get, post } from './operation.ts'
import { ofProject, paged, pageOf, Timestamp, Uuid } from './scalars.ts'
import { DATUM_TYPES, FIELD_TYPES, VALUE_TYPES } from './value-types.ts'

const TimeseriesName = z.string().meta({
  id: 'TimeseriesName',
  pattern: '^(([a-z]+[a-z0-9]*)(_([a-z0-9]+))*):(([a-z]+[a-z0-9]*)(_([a-z0-9]+))*)$',
})

const FieldSchema = z
  .object({
    name: z.string().meta({ description: 'Name of the field' }),
    fieldType: z.enum(FIELD_TYPES).meta({ id: 'FieldType' }).meta({ description: 'Type of its values' }),
    source: z
      .enum(['target', 'metric'])
      .meta({ id: 'FieldSource' })
      .meta({ description: 'Whether all metrics of the target have the field, or only this one' }),
    description: z.string().meta({ description: 'Meaning of the field' }),
  })
  .meta({ id: 'FieldSchema' })

const TimeseriesSchema = z
  .object({
    timeseriesName: TimeseriesName.meta({ description: 'Target and metric: `virtual_disk:reads`' }),
    description: z
      .object({
        target: z.string().meta({ description: 'What is measured' }),
        metric: z.string().meta({ description: 'What the values mean' }),
      })
      .meta({ id: 'TimeseriesDescription' })
      .meta({ description: 'Description of the target and the metric' }),
    datumType: z
      .enum(DATUM_TYPES)
      .meta({ id: 'DatumType' })
      .meta({ description: 'Type of the values. Cumulative ones and histograms count from a start time on' }),
    units: z
      .enum([
        'count',
        'bytes',
        'seconds',
        'nanoseconds',
        'volts',
        'amps',
        'watts',
        'degrees_celsius',
        'joules',
        'none',
        'rpm',
      ])
      .meta({ id: 'Units' })
      .meta({ description: 'Unit of the values' }),
    authzScope: z.enum(['fleet', 'silo', 'project', 'viewable_to_all']).meta({ id: 'AuthzScope' }).meta({
      description: 'Readers of the series: operators only, or also the users of the silo or project',
    }),
    fieldSchema: z
      .array(FieldSchema)
      .meta({ uniqueItems: true, description: 'Fields that tell its sources apart' }),
    version: z.int().min(1).meta({ format: 'uint8', description: 'Version of the schema' }),
    created: Timestamp.meta({ description: 'When the schema was created' }),
  })
  .meta({ id: 'TimeseriesSchema' })

/** One form of a field's value: its type, and a value of that type. */
const fieldOf = <Type extends string, Value extends z.ZodType>(type: Type, value: Value) =>
  z
    .object({
      type: z.literal(type).meta({ description: 'Type of the value' }),
      value: value.meta({ ...value.meta(), description: 'The value' }),
    })
    .meta({ title: type })

const integerField = (type: (typeof VALUE_TYPES.integers)[number]) => {
  const isSigned = type.startsWith('i')
  const value = isSigned ? z.number() : z.number().min(0)
  return fieldOf(
    type,
    value.meta({ type: 'integer', format: `${isSigned ? 'int' : 'uint'}${type.slice(1)}` }),
  )
}

const FieldValue = z
  .discriminatedUnion('type', [
    fieldOf('string', z.string()),
    ...VALUE_TYPES.integers.map(integerField),
    fieldOf('ip_addr', z.string().meta({ format: 'ip' })),
    fieldOf('uuid', Uuid),
    fieldOf('bool', z.boolean()),
  ])
  .meta({ id: 'FieldValue' })

const int64 = z.number().meta({ type: 'integer', format: 'int64' })
const double = z.number().meta({ format: 'double' })

const distribution = <Value extends z.ZodType>(id: string, value: Value) =>
  z
    .object({
      bins: z.array(value).meta({ description: 'Lower edge of each bin' }),
      counts: z
        .array(z.number().min(0).meta({ type: 'integer', format: 'uint64' }))
        .meta({ description: 'Number of samples in each bin' }),
      min: value.nullish().meta({ description: 'Smallest sample' }),
      max: value.nullish().meta({ description: 'Largest sample' }),
      sumOfSamples: value.meta({ ...value.meta(), description: 'Sum of the samples' }),
      squaredMean: double.meta({
        ...double.meta(),
        description: 'Sum of the squared differences from the mean',
      }),
      p50: double.nullish().meta({ description: 'Estimated median' }),
      p90: double.nullish().meta({ description: 'Estimated 90th percentile' }),
      p99: double.nullish().meta({ description: 'Estimated 99th percentile' }),
    })
    .meta({ id })

/** One form of a column: its type, and its values. */
const arrayOf = <Type extends string, Value extends z.ZodType>(type: Type, value: Value) =>
  z
    .object({
      type: z.literal(type).meta({ description: 'Type of the values' }),
      values: z
        .array(value.nullable())
        .meta({ description: 'One value per timestamp; null where there is no data' }),
    })
    .meta({ title: type })

const ValueArray = z
  .discriminatedUnion('type', [
    arrayOf('integer', int64),
    arrayOf('double', double),
    arrayOf('boolean', z.boolean()),
    arrayOf('string', z.string()),
    arrayOf('integer_distribution', distribution('Distributionint64', int64)),
    arrayOf('double_distribution', distribution('Distributiondouble', double)),
  ])
  .meta({ id: 'ValueArray' })

const Values = z
  .object({
    metricType: z.enum(['gauge', 'delta', 'cumulative']).meta({ id: 'MetricType' }).meta({
      description: 'Whether a value was measured at its timestamp, or counts from its start time on',
    }),
    values: ValueArray.meta({ description: 'The values' }),
  })
  .meta({ id: 'Values' })

const Points = z
  .object({
    startTimes: z
      .array(Timestamp)
      .nullish()
      .meta({ description: 'When each value began to count; null for gauges' }),
    timestamps: z.array(Timestamp).meta({ description: 'Time of each point, oldest first' }),
    values: z.array(Values).meta({ description: 'The values of the points: several columns after `join`' }),
  })
  .meta({ id: 'Points' })

export const Timeseries = z
  .object({
    fields: z.record(z.string(), FieldValue).meta({ description: 'Fields of the series, by name' }),
    points: Points.meta({ description: 'The points of the series' }),
  })
  .meta({ id: 'Timeseries' })

const OxqlTable = z
  .object({
    name: z.string().meta({ description: 'Name of the series, or of several after `join`' }),
    timeseries: z.array(Timeseries).meta({ description: 'The series that have data' }),
  })
  .meta({ id: 'OxqlTable' })

/** Queries over time: no change of a resource makes their answers stale, so they show none. */
const query = {
  isLarge: true,
  meaning: 'read',
  needsSpace: false,
  expectedFailures: { 400: 'a query may find no series to group, or have a mistake of the user' },
  changes: [],
  body: z
    .object({
      query: z.string().max(MAX_QUERY_LENGTH).meta({
        description:
          'The query: `get virtual_disk:reads | filter timestamp > @now() - 1h | align mean_within(1m)`, for example',
      }),
    })
    .meta({ id: 'TimeseriesQuery' }),
  response: z
    .object({ tables: z.array(OxqlTable).meta({ description: 'The tables that the query makes' }) })
    .meta({ id: 'OxqlQueryResult' }),
  status: 200,
} as const

/** Time series of the whole fleet. */
export const systemTimeseries = family('system/metrics', {
  systemTimeseriesSchemaList: get('/v1/system/timeseries/schemas', {
    summary: 'List timeseries schemas',
    description: 'Lists the series that queries can read, with their fields, by name. Some may have no data.',
    needs: onFleet('list_contents'),
    shows: [],
    columns: ['timeseriesName', 'datumType', 'units', 'authzScope'],
    query: paged,
    response: pageOf(TimeseriesSchema).meta({ id: 'TimeseriesSchemaResultsPage' }),
  }),
  systemTimeseriesQuery: post('/v1/system/timeseries/query', {
    summary: 'Run timeseries query',
    description: 'Reads the whole fleet, up to 1,000,000 points, and must filter by a field or by time.',
    ...query,
    needs: onFleet('list_contents'),
  }),
})

/** Time series of a project. */
export const timeseries = family('experimental', {
  timeseriesQuery: post('/v1/timeseries/query', {
    summary: 'Run project-scoped timeseries query',
    description: 'Reads the series of one project. Only series that have a project return data.',
    ...query,
    needs: on('project', 'read'),
    query: ofProject,
  }),
})
