import type { Fields, TimeseriesSchema } from './schema.ts'

/** Points of one series, oldest first. Times are in milliseconds since 1970. */
export type StoredPoints = {
  /**
   * Start of the counted period of each point, or null for a gauge. A later start time than that of the point before
   * means that the counter started again from zero.
   */
  startTimes: Float64Array | null
  timestamps: Float64Array
  /**
   * Totals since the start time, or the values of a gauge: one column for a number. A distribution has one for the samples in
   * each bin, and then one for the sum of all samples.
   */
  columns: readonly Float64Array[]
}

export type StoredSeries = { fields: Fields; points: StoredPoints }

export type ReadRequest = {
  /** Fields whose value is known. Other series can be left out by an index. */
  fields: Fields
  /**
   * Returns whether the query may need a series with these fields, which covers `fields` and all other conditions. Decides
   * before any points are read.
   */
  matches: (fields: Fields) => boolean
  /** First and last time, both included, in milliseconds since 1970. Points outside do no harm. */
  from: number
  to: number
  /**
   * Milliseconds between points that are close enough for the query, or 0 for every point that is stored. A store with
   * summaries chooses the coarsest one that is at least this fine; a store without them ignores it.
   */
  spacing: number
  /** The reader may stop as soon as it has more points than this: the query will be refused. */
  maxPoints: number
  /**
   * Call for stored rows that were looked through, whether they have what the query wants or not.
   * @throws QueryError if the query looks through too many.
   */
  countRows: (rows: number) => void
}

/**
 * Reads stored points for a query. A reader returns all series that match and have points in the time range, in any
 * order, and lets other work run between its batches.
 */
export interface SeriesReader {
  read(schema: TimeseriesSchema, request: ReadRequest): Promise<StoredSeries[]>
}
