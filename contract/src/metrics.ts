import { z } from 'zod'
import { Datum } from './datum.ts'
import { extraInput } from './extension.ts'
import { decidedInside, onFleet } from './needs.ts'
import { family, get } from './operation.ts'
import { NameOrId, OffsetTimestamp, paged, pageOf, Timestamp, FIRST_PAGE } from './scalars.ts'

/** Names of the counters of provisioned resources. */
export const SystemMetricName = z
  .enum(['virtual_disk_space_provisioned', 'cpus_provisioned', 'ram_provisioned'])
  .meta({ id: 'SystemMetricName' })

const Measurement = z
  .object({
    timestamp: Timestamp.meta({ description: 'When the counter changed' }),
    datum: Datum.meta({ description: 'The value since then' }),
  })
  .meta({ id: 'Measurement' })

const params = {
  metricName: SystemMetricName.meta({ description: 'Counter whose changes are listed' }),
}

const window = {
  ...paged,
  startTime: OffsetTimestamp.optional().meta({
    [FIRST_PAGE]: true,
    description: 'First time, included; required on the first page',
  }),
  endTime: OffsetTimestamp.optional().meta({
    [FIRST_PAGE]: true,
    description: 'Last time, not included; required on the first page',
  }),
  order: z
    .enum(['ascending', 'descending'])
    .meta({ id: 'PaginationOrder' })
    .optional()
    .meta({ description: 'Order of the times; ascending unless given' }),
  of: extraInput(
    z.enum(['provisioned', 'quota']).meta({
      description: 'Changes of the provisioned resources, unless given, or of the quotas that limit them',
    }),
  ),
}

const MeasurementResultsPage = pageOf(Measurement).meta({ id: 'MeasurementResultsPage' })

const description =
  'Lists one point for each change, at the time of the change. The value before the first one is that of the last point before the time range.'

export const metrics = family('metrics', {
  siloMetric: get('/v1/metrics/{metricName}', {
    summary: 'List the changes of provisioned resources of your silo, or of a project',
    description,
    needs: decidedInside('`read` on the project, or on your silo when no project is given.'),
    // Points come often, and a chart of them asks again by itself.
    shows: [],
    columns: ['timestamp', 'datum.datum'],
    params,
    query: {
      project: NameOrId.optional().meta({
        description: 'Name or ID of the project; the whole silo when left out',
      }),
      ...window,
    },
    response: MeasurementResultsPage,
  }),
})

export const systemMetrics = family('system/metrics', {
  systemMetric: get('/v1/system/metrics/{metricName}', {
    summary: 'List the changes of provisioned resources of the fleet, or of a silo',
    description,
    needs: onFleet('read'),
    shows: [],
    columns: ['timestamp', 'datum.datum'],
    params,
    query: {
      silo: NameOrId.optional().meta({ description: 'Name or ID of the silo; all silos when left out' }),
      ...window,
    },
    response: MeasurementResultsPage,
  }),
})
