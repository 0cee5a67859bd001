import { TIMESERIES_SCHEMAS } from '@granary/domain/timeseries/schemas.ts'
import { handlers } from '../kinds/handler.ts'
import { answerQuery } from './query.ts'
import { schemaPage } from './schema-page.ts'

export const timeseriesHandlers = handlers({
  systemTimeseriesSchemaList: (_context, { query }) => Promise.resolve(schemaPage(TIMESERIES_SCHEMAS, query)),

  // Queries run outside of a transaction: metrics may be in a database of their own, and reading them takes long.
  systemTimeseriesQuery: {
    raw: (context, { body }, { signal }) => answerQuery(context, body.query, signal),
  },

  timeseriesQuery: {
    raw: (context, { body, found }, { signal }) =>
      answerQuery(context, body.query, signal, { silo_id: found.row.silo_id, project_id: found.row.id }),
  },
})
