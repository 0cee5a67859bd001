import type { Extensions, ItemOf } from '@granary/contract/call.ts'
import { siloMetric, systemMetric } from '@granary/contract/generated/client.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import type { Period } from '../../ui/chart/lines.ts'
import type { Changes } from './steps.ts'

/** The counters of provisioned resources. */
export type MetricName = 'cpus_provisioned' | 'ram_provisioned' | 'virtual_disk_space_provisioned'

/** Whose resources are counted: the caller's silo or one of its projects, or the fleet or one of its silos. */
export type Counted = 'silo' | 'fleet'

type Point = ItemOf<'siloMetric'>

/** Points of a chart (specification of charts, 1.25). */
const MAX_POINTS = 3000
/** A live page asks for a new period every few seconds, so old answers are soon useless. */
const KEPT_MS = 30_000

type ChangesInput = {
  counted: Counted
  metric: MetricName
  /** ID of the project or the silo; everything without one. */
  scope: string | undefined
  period: Period
  /** Reads the quota instead; not part of the published API. */
  quotaOf?: Extensions | null
}

type Page = { startTime: string; endTime: string; limit: number; order?: 'descending' }

/** Reads the changes of a counter in a period, and its value before. */
export const changesQuery = ({
  counted,
  metric,
  scope,
  period: [from, to],
  quotaOf = null,
}: ChangesInput) => {
  const read = async (page: Page, signal: AbortSignal): Promise<Point[]> => {
    const path = { metricName: metric }
    const query = { ...page, ...(quotaOf && { of: quotaOf.value('quota' as const) }) }
    const { items } =
      counted === 'silo'
        ? await request(siloMetric, { path, query: { ...query, project: scope } }, signal)
        : await request(systemMetric, { path, query: { ...query, silo: scope } }, signal)
    return items
  }
  const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
  return queryOptions<Changes>({
    queryKey: [counted, metric, { scope, start, end, isQuota: quotaOf !== null }],
    queryFn: async ({ signal }) => {
      const [within, before] = await Promise.all([
        read({ startTime: start, endTime: end, limit: MAX_POINTS }, signal),
        read({ startTime: new Date(0).toISOString(), endTime: start, limit: 1, order: 'descending' }, signal),
      ])
      return {
        before: before[0] && numberOf(before[0]),
        within: within.map((point) => ({ time: point.timestamp.getTime(), value: numberOf(point) })),
      }
    },
    gcTime: KEPT_MS,
    throwOnError: false,
  })
}

const numberOf = ({ datum }: Point): number => (typeof datum.datum === 'number' ? datum.datum : 0)
