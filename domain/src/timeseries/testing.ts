import { runQuery } from './query.ts'
import type { ReadRequest, SeriesReader, StoredSeries } from './reader.ts'
import type { ResultTable } from './result.ts'
import type { Fields, FieldValue, TimeseriesSchema } from './schema.ts'

export const NOW = new Date('2026-05-06T07:00:00Z')

/** A point of a test: seconds before `NOW`, its value, and for a counter the seconds of its start. */
export type TestPoint = { ago: number; value: number; startAgo?: number }

/** Returns a series whose points are given oldest first. */
export function stored(fields: Fields, points: readonly TestPoint[]): StoredSeries {
  const time = (ago: number) => NOW.getTime() - ago * 1000
  const isCounter = points.every((point) => point.startAgo !== undefined)
  return {
    fields,
    points: {
      startTimes: isCounter ? Float64Array.from(points, (point) => time(point.startAgo!)) : null,
      timestamps: Float64Array.from(points, (point) => time(point.ago)),
      columns: [Float64Array.from(points, (point) => point.value)],
    },
  }
}

/** A store in memory. It returns everything that it has of a series, as a reader may, and remembers the requests. */
export class MemoryReader implements SeriesReader {
  readonly requests: ReadRequest[] = []
  readonly #series: Record<string, StoredSeries[]>

  /** @param series by the name of the series. */
  constructor(series: Record<string, StoredSeries[]>) {
    this.#series = series
  }

  read(schema: TimeseriesSchema, request: ReadRequest): Promise<StoredSeries[]> {
    this.requests.push(request)
    return Promise.resolve(this.#series[schema.timeseriesName] ?? [])
  }
}

/** Runs a query at `NOW`. */
export const ask = (
  text: string,
  reader: SeriesReader,
  scope?: Record<string, FieldValue>,
): Promise<ResultTable[]> => runQuery(text, { reader, now: NOW, scope, pause: () => Promise.resolve() })
