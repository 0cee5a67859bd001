import { messageWithPosition, QueryError } from '@granary/domain/timeseries/language/query-error.ts'
import { runQuery } from '@granary/domain/timeseries/query.ts'
import type { SeriesReader } from '@granary/domain/timeseries/reader.ts'
import type { Fields } from '@granary/domain/timeseries/schema.ts'
import { actorOf, type OuterContext } from '../kit/context/context.ts'
import { type ApiError, capitalize, invalidRequest } from '../kit/base/errors.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { countOpen } from '../kit/request/open-counts.ts'
import { seriesReader } from '../metrics/reader.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Answers a query.
 * @param signal ends the query when the client has gone.
 * @param scope values that fields must have.
 * @throws ApiError 400 for a wrong query or a client that has gone, 429 if the caller has too many.
 */
export async function answerQuery(
  context: OuterContext,
  query: string,
  signal: AbortSignal,
  scope: Fields = {},
): Promise<Response> {
  const { services } = context
  const { userId } = actorOf(context)
  const done = countOpen(services, 'timeseriesQueries', userId)
  try {
    const text = await writeAnswer(await tablesOf(context, query, { scope, signal }))
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  } finally {
    done()
  }
}

async function tablesOf(
  { db, clock, services }: OuterContext,
  query: string,
  { scope, signal }: { scope: Fields; signal: AbortSignal },
) {
  const pause = async () => {
    await eventLoopTurn()
    requireClient(signal)
  }
  const reader = readerWhile(signal, seriesReader({ db, metrics: services.metrics }))
  try {
    return await runQuery(query, { reader, now: clock.now(), scope, pause })
  } catch (error) {
    throw error instanceof QueryError ? refusal(query, error) : error
  }
}

/** Returns a reader that stops when the client has gone. */
const readerWhile = (signal: AbortSignal, reader: SeriesReader): SeriesReader => ({
  async read(schema, request) {
    requireClient(signal)
    const series = await reader.read(schema, request)
    requireClient(signal)
    return series
  },
})

/** @throws ApiError 400, which only the log shows, when the client has gone. */
function requireClient(signal: AbortSignal): void {
  if (signal.aborted) throw invalidRequest('the client closed the connection before the answer')
}

function refusal(query: string, error: QueryError): ApiError {
  const message = messageWithPosition(query, error)
  const code = error.offset === null ? 'not_allowed' : 'invalid_format'
  return invalidRequest(message).at('query', code, capitalize(message))
}
