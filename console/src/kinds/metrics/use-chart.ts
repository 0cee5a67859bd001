import { timeseriesQuery } from '@granary/contract/generated/client.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import type { ChartState } from '../../ui/chart/chart-card.tsx'
import type { UnitKind } from '../../ui/chart/units.ts'
import { hasNoSeries } from './no-series.ts'
import { chartOf, type QueryResult } from './result-to-chart.ts'

const NOTHING: QueryResult = { tables: [] }
/** A live page asks for a new period every few seconds, so old answers are soon useless. */
const KEPT_MS = 30_000

/** Reads the series of a query in a project. */
export const seriesQuery = (project: string, query: string) =>
  queryOptions<QueryResult>({
    queryKey: [timeseriesQuery.id, { project, query }],
    queryFn: async ({ signal }) => {
      try {
        return await request(timeseriesQuery, { query: { project }, body: { query } }, signal)
      } catch (error) {
        if (hasNoSeries(error)) return NOTHING
        throw error
      }
    },
    gcTime: KEPT_MS,
    throwOnError: false,
  })

/** Reads the line of a chart. The last one stays while the next one loads. */
export function useChart(
  project: string,
  query: string,
  unit: UnitKind,
  label: string,
): ChartState & { isFetching: boolean } {
  const { data, error, isFetching } = useQuery({
    ...seriesQuery(project, query),
    placeholderData: keepPreviousData,
  })
  const chart = useMemo(() => data && chartOf(data, unit, label), [data, unit, label])
  return { data: chart, error, isFetching }
}
