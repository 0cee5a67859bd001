import type { SeriesReader } from '@granary/domain/timeseries/reader.ts'
import type { Services } from '../kit/context/services.ts'
import { counterReader } from './series-reader.ts'
import { usageReader } from './usage-reader.ts'

/**
 * Returns the reader of all series. It takes its time, so it must run outside of transactions and snapshots. The caller checks
 * which series the user may read.
 */
export function seriesReader({ db, metrics }: Pick<Services, 'db' | 'metrics'>): SeriesReader {
  const [counters, usage] = [counterReader(metrics), usageReader(db)]
  return {
    read: (schema, request) =>
      (schema.timeseriesName.startsWith('collection_target:') ? usage : counters).read(schema, request),
  }
}
