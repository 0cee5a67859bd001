import { requirePermission, ownSilo } from '../kit/resources/authorization.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { invalidRequest, unreadable } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { find } from '../kit/resources/lookup.ts'
import { markerIn, tokenAfter } from '../kit/request/pagination.ts'
import { storedTime } from '../kit/base/stored-time.ts'
import { project } from '../kinds/project.ts'
import { silo } from '../kinds/silo.ts'
import { USAGE_COUNTERS, type UsageScope, usageValues } from './usage.ts'

type Query = {
  startTime?: string | undefined
  endTime?: string | undefined
  order?: 'ascending' | 'descending' | undefined
  of?: 'provisioned' | 'quota' | undefined
  limit?: number | undefined
  pageToken?: string | null | undefined
}

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 10_000

/** The time and the number of a point, which JavaScript represents exactly. */
const MARKER = /^([^/]+)\/(\d{1,15})$/

export const metricHandlers = handlers({
  siloMetric: async (context, { path, query }) => {
    if (query.project == null) {
      requirePermission(context, ownSilo(context), 'read')
      const counter = query.of === 'quota' ? 'quota' : 'silo'
      return measurements(context, { counter, id: actorOf(context).siloId }, path.metricName, query)
    }
    const { row } = await find(context, project, query, 'read')
    if (query.of === 'quota')
      throw invalidRequest('projects have no quota').at('of', 'not_allowed', 'Only silos have quotas')
    return measurements(context, { counter: 'project', id: row.id }, path.metricName, query)
  },

  systemMetric: async (context, { path, query }) => {
    const found = query.silo == null ? null : await find(context, silo, query, 'read')
    const counter = query.of === 'quota' ? 'quota' : 'silo'
    return measurements(context, { counter, id: found?.row.id ?? null }, path.metricName, query)
  },
})

async function measurements(
  { db }: Context,
  scope: UsageScope,
  name: keyof typeof USAGE_COUNTERS,
  query: Query,
) {
  const { from, to } = timeRange(query)
  const descending = query.order === 'descending'
  const sort = descending ? 'time_and_id_descending' : 'time_and_id_ascending'
  const seen = query.pageToken ? markerIn(query.pageToken, sort, MARKER) : null
  const after = seen ? { time: seen[1]!, seq: Number(seen[2]) } : undefined
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT)
  const range = { from, to, descending, limit, after }
  const values = await usageValues(db, scope, USAGE_COUNTERS[name], range)
  const last = values.at(-1)
  return {
    items: values.map(({ time, value }) => ({
      timestamp: time,
      datum: { type: 'i64' as const, datum: value },
    })),
    nextPage: last ? tokenAfter(query, sort, `${last.time}/${last.seq}`) : null,
  }
}

/** Returns the time range in its stored form; an empty one has no points. @throws ApiError 400 if an end is missing. */
function timeRange({ startTime, endTime }: Query): { from: string; to: string } {
  const missing = [
    ...(startTime === undefined ? ['start_time'] : []),
    ...(endTime === undefined ? ['end_time'] : []),
  ]
  const problems = missing.map((path) => ({
    path,
    code: 'required' as const,
    message: 'Required on the first page',
  }))
  if (startTime === undefined || endTime === undefined)
    throw unreadable(`unable to parse query string: missing field \`${missing[0]}\``, problems)
  return { from: storedTime(startTime), to: storedTime(endTime) }
}
