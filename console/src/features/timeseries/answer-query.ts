import type { CallOutput } from '@granary/contract/call.ts'
import { systemTimeseriesQuery, timeseriesQuery } from '@granary/contract/generated/client.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { hasNoSeries } from '../../kinds/metrics/no-series.ts'
import { mistakeIn } from './editor/query-mistake.ts'
import type { Scope } from './scope.ts'

export type Answer = CallOutput<'timeseriesQuery'>
export type AnswerTable = Answer['tables'][number]

/** An answer may be large, so the page keeps few of them for the back button. */
const KEPT_MS = 60_000

/** Reads the answer to a query of a project, or of the whole fleet. */
export const answerQuery = (scope: Scope, query: string) =>
  queryOptions<Answer>({
    queryKey: ['query page', scope?.project ?? null, query],
    queryFn: async ({ signal }) => {
      try {
        return scope
          ? await request(timeseriesQuery, { query: scope, body: { query } }, signal)
          : await request(systemTimeseriesQuery, { body: { query } }, signal)
      } catch (error) {
        // The server says the same of a query that lacks `align`, which may have series.
        if (hasNoSeries(error) && mistakeIn(query, scope) === null) return { tables: [] }
        throw error
      }
    },
    gcTime: KEPT_MS,
    // Also large to compare.
    structuralSharing: false,
    throwOnError: false,
  })
