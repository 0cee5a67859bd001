import type { TimeseriesSchema } from '@granary/domain/timeseries/schema.ts'
import { decodeToken, encodeToken, type PageQuery } from '../kit/request/pagination.ts'

/**
 * Returns a page of schemas, which are sorted by name.
 * @throws ApiError 400 for a token that this server did not issue.
 */
export function schemaPage(schemas: readonly TimeseriesSchema[], { limit = 100, pageToken }: PageQuery) {
  const seen = pageToken ? decodeToken(pageToken).last_seen : ''
  const page = schemas.filter(({ timeseriesName }) => timeseriesName > seen).slice(0, limit)
  const last = page.at(-1)?.timeseriesName
  return {
    items: page.map((schema) => ({ ...schema, created: schema.created.toISOString() })),
    nextPage: last === undefined ? null : encodeToken({ sort_by: 'name_ascending', last_seen: last }),
  }
}
