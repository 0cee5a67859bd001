import { Timeseries } from '@granary/contract/timeseries.ts'
import { jsonOf } from '@granary/contract/writer.ts'
import type { ResultTable } from '@granary/domain/timeseries/result.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'

/** Points to write before other requests get a turn. */
const BATCH = 20_000

/** Points that take as long to write as the fields of a series. */
const SERIES_COST = 10

/** Writes the answer to a query as JSON, one series at a time, so that a large one does not stop the server. */
export async function writeAnswer(tables: readonly ResultTable[]): Promise<string> {
  const texts: string[] = []
  let points = 0
  for (const { name, timeseries } of tables) {
    const written: string[] = []
    for (const series of timeseries) {
      written.push(jsonOf(Timeseries, series))
      points += series.points.timestamps.length + SERIES_COST
      if (points < BATCH) continue
      points = 0
      await eventLoopTurn()
    }
    texts.push(`{"name":${JSON.stringify(name)},"timeseries":[${written.join(',')}]}`)
  }
  return `{"tables":[${texts.join(',')}]}`
}
